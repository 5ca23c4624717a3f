import { isDate } from '#web/ui/date/date-text.ts';

/** One of the values of a filter by choice. */
export type FilterChoice = {
  value: string;
  label: string;
};

/** Filter of a list. `params` are its names in the address: both ends of a range, else one. */
export type FilterField = { key: string; label: string; params: readonly string[] } &
  /** money: in any currency; amount: in the organization's. */
  (
    | { kind: 'text' | 'number' | 'money' | 'amount' | 'date' }
    | {
        kind: 'choice';
        choices: readonly FilterChoice[];
        /** Allows one value only. */
        single?: true;
        /** Accepts other values, such as those that are not loaded yet. */
        isOpen?: true;
      }
  );

/** A filter that is in use. Values are texts as in the address; an open end of a range is empty. */
export type ActiveFilter = {
  filter: FilterField;
  values: readonly string[];
};

const isNumber = (value: string) => value.trim() !== '' && Number.isFinite(Number(value));

const validators = { number: isNumber, money: isNumber, amount: isNumber, date: isDate };

/** Returns the values of a filter in an address, without invalid ones; null if it is not in use. */
function valuesIn(query: URLSearchParams, filter: FilterField) {
  const given = filter.params.flatMap((name) => query.getAll(name));
  if (filter.kind === 'choice') {
    const known = given.filter(
      (value) => filter.isOpen ?? filter.choices.some((choice) => choice.value === value),
    );
    return known.length > 0 ? known : null;
  }
  if (filter.kind === 'text') return given[0] ? [given[0]] : null;
  const isValid = validators[filter.kind];
  const ends = filter.params.map((name) => query.get(name) ?? '');
  const valid = ends.map((end) => (isValid(end) ? end : ''));
  return valid.some(Boolean) ? valid : null;
}

/** Returns the filters that an address uses. */
export const activeFilters = (query: URLSearchParams, filters: readonly FilterField[]) =>
  filters.flatMap((filter): ActiveFilter[] => {
    const values = valuesIn(query, filter);
    return values ? [{ filter, values }] : [];
  });

/** Writes the values of a filter into an address; without any, the filter is removed. */
export function writeFilter(
  query: URLSearchParams,
  filter: FilterField,
  values: readonly string[],
) {
  for (const name of filter.params) query.delete(name);
  values.forEach((value, index) => {
    const name = filter.params[index] ?? filter.params[0];
    if (value && name) query.append(name, value);
  });
}

/** Query of a call: a parameter for each end of a range, a list for a choice of several values. */
export type FilterQuery = Readonly<Record<string, string | string[]>>;

/** Returns the query that sends filters to the server. */
export const filterQuery = (active: readonly ActiveFilter[]): FilterQuery =>
  Object.fromEntries(
    active.flatMap(({ filter, values }): [string, string | string[]][] => {
      const [name = filter.key] = filter.params;
      if (filter.kind === 'choice')
        return [[name, filter.single ? (values[0] ?? '') : [...values]]];
      return filter.params.flatMap((param, index): [string, string][] => {
        const value = values[index];
        return value ? [[param, value]] : [];
      });
    }),
  );
