import type { FieldDefinitions, FieldKind } from '#contract/entities/fields.ts';
import { filtersOf, type ListDeclaration } from '#contract/lists/declaration.ts';
import type { Translate } from '#locales/translation.ts';
import { rangeKinds } from '#web/components/lists/declared-filters.ts';
import type { FilterField } from '#web/components/lists/filters.ts';
import { choiceTexts, isChoiceKind } from './choices.ts';

/** Amounts of records are in the organization's currency. */
const recordRanges = { ...rangeKinds, Money: 'amount' } as const;
const textKinds: readonly FieldKind[] = ['String', 'TextArea'];

/** Values to choose from in the filters of text fields, by field. */
export type FilterSuggestions = Readonly<Record<string, readonly string[] | undefined>>;

type Labels = {
  t: Translate;
  headers: Readonly<Record<string, string>>;
  suggestions: FilterSuggestions;
};

/** Returns the filters of an entity's list as its declaration names them. */
export const declaredFilters = (
  list: ListDeclaration,
  { t, headers, suggestions }: Labels,
): FilterField[] =>
  filtersOf(list).map(({ field, kind, shape, params }) => {
    const shared = { key: field, label: headers[field] ?? field, params };
    if (shape === 'text') return { ...shared, kind: 'text' };
    if (shape === 'range') return { ...shared, kind: recordRanges[kind] ?? 'number' };
    if (isChoiceKind(kind)) return { ...shared, kind: 'choice', choices: choiceTexts(t, kind) };
    const values = suggestions[field] ?? [];
    const choices = values.map((value) => ({ value, label: value }));
    return { ...shared, kind: 'choice', choices, isOpen: true };
  });

/** Returns filters for a list that is loaded completely, by the kinds of its fields. */
export const fieldFilters = (
  fields: FieldDefinitions,
  { t, headers }: Omit<Labels, 'suggestions'>,
): FilterField[] =>
  Object.entries(fields).flatMap(([field, { kind }]): FilterField[] => {
    const shared = { key: field, label: headers[field] ?? field };
    const params = [field];
    if (textKinds.includes(kind)) return [{ ...shared, params, kind: 'text' }];
    if (isChoiceKind(kind)) {
      return [{ ...shared, params, kind: 'choice', choices: choiceTexts(t, kind) }];
    }
    const range = recordRanges[kind];
    return range ? [{ ...shared, params: [`${field}From`, `${field}To`], kind: range }] : [];
  });
