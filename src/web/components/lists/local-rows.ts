import type { ActiveFilter } from './filters.ts';
import type { ListState } from './use-list-state.ts';

/** Value of a row that a list in the browser searches, filters and sorts by; arrays for several choices. */
export type LocalValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[];

/** Values of a row by the key of a column or filter. */
export type LocalValues<Row> = Readonly<Record<string, (row: Row) => LocalValue>>;

/** Returns a text in lower case and without diacritics. */
const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();

const textOf = (value: LocalValue) =>
  value === null || value === undefined ? '' : [value].flat().join(' ');

function isWithin(value: LocalValue, [from = '', to = '']: readonly string[], isDate: boolean) {
  if (value === null || value === undefined || value === '') return false;
  // Days of instants are those of the viewer.
  const [own, least, most] = isDate
    ? [localDay(String(value)), from, to]
    : [Number(value), Number(from), Number(to)];
  return (!from || own >= least) && (!to || own <= most);
}

const localDay = (value: string) =>
  value.length === 10 ? value : new Date(value).toLocaleDateString('sv-SE');

function matches(value: LocalValue, { filter, values }: ActiveFilter) {
  switch (filter.kind) {
    case 'choice':
      return [value].flat().some((one) => values.includes(String(one)));
    case 'text':
      return normalize(textOf(value)).includes(normalize(values[0] ?? ''));
    default:
      return isWithin(value, values, filter.kind === 'date');
  }
}

const compare = (collator: Intl.Collator, a: LocalValue, b: LocalValue) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(textOf(a), textOf(b));

type LocalOptions<Row> = {
  values: LocalValues<Row>;
  locale: string;
  /** Keys of the values that a search looks into. */
  search: readonly string[];
};

/** Searches, filters and sorts a complete list in the browser. */
export function localRows<Row>(
  rows: readonly Row[],
  state: Pick<ListState<Row>, 'search' | 'active' | 'sorting'>,
  { values, locale, search }: LocalOptions<Row>,
): Row[] {
  const words = normalize(state.search).split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(locale, { numeric: true });
  const kept = rows.filter((row) => {
    const text = normalize(search.map((key) => textOf(values[key]?.(row))).join(' '));
    return (
      words.every((word) => text.includes(word)) &&
      state.active.every((active) => matches(values[active.filter.key]?.(row), active))
    );
  });
  const { key, descending } = state.sorting;
  const read = values[key];
  if (!read) return kept;
  const sorted = kept.toSorted((a, b) => compare(collator, read(a), read(b)));
  return descending ? sorted.toReversed() : sorted;
}
