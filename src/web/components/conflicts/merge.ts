import type { InputValues } from '#web/api/kept-input.ts';
import { isSameValue } from '#web/components/drafts/input-values.ts';

/** Version whose value of a field is kept. */
export type Side = 'mine' | 'theirs';

/** A field with two values. */
export type FieldConflict = {
  name: string;
  /** True if both changed it; otherwise only one did. */
  isBoth: boolean;
  /** The side that changed it; one's own if both did. */
  suggested: Side;
};

type Versions = { base: InputValues; mine: InputValues; theirs: InputValues };

/** Returns the fields in which two changes of the same record differ (R-CNF-03). */
export const conflictsBetween = (
  { base, mine, theirs }: Versions,
  fields: readonly string[],
): FieldConflict[] =>
  fields
    .filter((name) => !isSameValue(mine[name], theirs[name]))
    .map((name) => {
      const isMine = !isSameValue(base[name], mine[name]);
      const isTheirs = !isSameValue(base[name], theirs[name]);
      return { name, isBoth: isMine && isTheirs, suggested: isMine ? 'mine' : 'theirs' };
    });
