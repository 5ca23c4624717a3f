import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { useDraft, type DraftState } from './use-draft.tsx';

/**
 * Keeps the input of a page's form under a name, null for none, and asks before the page is left with unsaved
 * changes. The form removes the draft when it is saved, before the page is left.
 */
export function useFormDraft<T extends FieldValues, C, R extends FieldValues>(
  form: UseFormReturn<T, C, R>,
  name: string | null,
): DraftState {
  const { isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { name });
  const { isKept, remove } = draft;
  useUnsavedChanges(isDirty, { isSaving: isSubmitting, isKept, onDiscard: remove });
  return draft;
}
