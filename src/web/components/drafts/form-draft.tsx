import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { useDraft } from './use-draft.tsx';

interface Props<T extends FieldValues, C, R extends FieldValues> {
  form: UseFormReturn<T, C, R>;
  /** Name under which unsaved input is kept; null keeps nothing. */
  name: string | null;
}

/**
 * Keeps the input of a form, says that it was restored, and asks before the page is left with unsaved
 * changes.
 */
export function FormDraft<T extends FieldValues, C, R extends FieldValues>({
  form,
  name,
}: Props<T, C, R>) {
  const { isDirty, isSubmitting } = form.formState;
  const { isKept, remove, notice } = useDraft(form, { name });
  useUnsavedChanges(isDirty, { isSaving: isSubmitting, isKept, onDiscard: remove });
  return notice;
}
