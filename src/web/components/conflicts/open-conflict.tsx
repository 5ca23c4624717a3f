import type { ReactNode } from 'react';
import type { Dialogs } from '#web/ui/dialogs/dialogs.tsx';
import type { FieldConflict, Side } from './merge.ts';

/** A field with two values, as it is shown. */
export type ShownConflict = FieldConflict & { label: string; mine: ReactNode; theirs: ReactNode };

/** Shows both versions field by field; resolves to the chosen sides, or null without a choice. */
export async function openConflict(dialogs: Dialogs, conflicts: readonly ShownConflict[]) {
  const { ConflictDialog } = await import('./conflict-dialog.tsx');
  let choice: Record<string, Side> | null = null;
  const isChosen = await dialogs.open((answer) => (
    <ConflictDialog
      conflicts={conflicts}
      onClose={() => answer(false)}
      onChoose={(sides) => {
        choice = sides;
        answer(true);
      }}
    />
  ));
  return isChosen ? (choice as Record<string, Side> | null) : null;
}
