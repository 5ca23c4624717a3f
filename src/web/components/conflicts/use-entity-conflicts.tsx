import type { UseFormReturn } from 'react-hook-form';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { Failure } from '#contract/errors.ts';
import type { InputValues } from '#web/api/kept-input.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { EntityValue } from '#web/components/entity/value.tsx';
import type { Dialogs } from '#web/ui/dialogs/dialogs.tsx';
import { conflictsBetween, type FieldConflict } from './merge.ts';
import { openConflict } from './open-conflict.tsx';

/** Returns the version of a record; undefined if it has none. */
export function versionOf(record: object | null | undefined) {
  const { version } = { ...record } as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
}

type Options<Input> = {
  form: UseFormReturn<FormValues, unknown, Input>;
  fields: FieldDefinitions;
  labels: Readonly<Record<string, string>>;
  /** Record as it was when its changes began. */
  base: object | null | undefined;
  /** Takes the newer record as the base of the changes. */
  onBase: (record: object) => void;
  onSave: (input: Input, base: object) => Promise<void>;
};

/**
 * Returns a function that settles the refusal of a change over a newer version (R-CNF-03). It resolves to
 * the way to save again; to null if nothing is left to save, and to undefined for any other error.
 */
export const useEntityConflicts =
  <Input,>({ form, fields, labels, base, onBase, onSave }: Options<Input>) =>
  async (error: unknown, dialogs: Dialogs) => {
    const theirs = currentOf(error);
    if (!theirs) return undefined;
    const saveOver = (input: Input) => onSave(input, theirs);
    const mine = form.getValues();
    const names = Object.keys(fields).filter((name) => !fields[name]?.computed && name in theirs);
    const conflicts = conflictsBetween({ base: { ...base }, mine, theirs }, names);
    // The own change, whose answer was lost.
    if (conflicts.length === 0) return saveOver;
    const value = (name: string, values: InputValues) => (
      <EntityValue kind={fields[name]?.kind ?? 'String'} value={values[name]} />
    );
    const shown = ({ name, ...conflict }: FieldConflict) => ({
      ...conflict,
      name,
      label: labels[name] ?? name,
      mine: value(name, mine),
      theirs: value(name, theirs),
    });
    const sides = await openConflict(dialogs, conflicts.map(shown));
    if (!sides) return null;
    onBase(theirs);
    form.reset({ ...theirs }, { keepDirtyValues: false });
    const kept = Object.keys(sides).filter((name) => sides[name] === 'mine');
    for (const name of kept) form.setValue(name, mine[name], { shouldDirty: true });
    return kept.length > 0 ? saveOver : null;
  };

/** Returns the newer record of a refused change. */
function currentOf(error: unknown) {
  if (!(error instanceof Failure) || error.code !== 'conflict.changed') return null;
  const { current } = error;
  return typeof current === 'object' && current !== null ? (current as InputValues) : null;
}
