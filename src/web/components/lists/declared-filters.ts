import type { FieldKind } from '#contract/entities/fields.ts';
import { filtersOf, type ListDeclaration } from '#contract/lists/declaration.ts';
import type { FilterChoice, FilterField } from './filters.ts';

/** Controls of filters by a range, by the kind of the field. */
export const rangeKinds: Partial<Record<FieldKind, 'number' | 'money' | 'date'>> = {
  Number: 'number',
  Count: 'number',
  Money: 'money',
  Date: 'date',
};

/** Declaration of a list's filters and orders, of the server or of the browser. */
export type FilterDeclaration = Pick<ListDeclaration, 'fields' | 'search' | 'filters'> & {
  sorts: readonly string[];
};

type FilterLabel = {
  label: string;
};

type ChoiceLabels = {
  choices: readonly FilterChoice[];
  /** Accepts other values, such as those that are not loaded yet. */
  isOpen?: true;
} & FilterLabel;

/** Labels of all filters of a list; those by choice with their values. */
export type FilterLabels<D extends FilterDeclaration> = D extends { filters: infer S }
  ? { [N in keyof S]: S[N] extends 'choice' ? ChoiceLabels : FilterLabel }
  : Readonly<Record<never, never>>;

type AnyLabels = Readonly<Record<string, Partial<ChoiceLabels> | undefined>>;

/** Returns the filters of a list as its declaration names them. */
export const labeledFilters = <D extends FilterDeclaration>(
  { fields, filters = {} }: D,
  labels: FilterLabels<D>,
): FilterField[] =>
  filtersOf({ fields, filters }).map(({ field, kind, shape, params }): FilterField => {
    const { label = field, choices, isOpen } = (labels as AnyLabels)[field] ?? {};
    const shared = { key: field, params, label };
    if (shape === 'range') return { ...shared, kind: rangeKinds[kind] ?? 'number' };
    if (!choices) return { ...shared, kind: 'text' };
    return { ...shared, kind: 'choice', choices, ...(isOpen && { isOpen }) };
  });
