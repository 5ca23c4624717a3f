import type { ReactNode } from 'react';
import type { FieldValues, FormState } from 'react-hook-form';
import type { DraftState } from '#web/components/drafts/use-draft.tsx';
import { Button } from '#web/ui/button.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { useFieldError } from './form-failures.ts';

type Props<T extends FieldValues> = {
  state: FormState<T>;
  /** Label of the submit button. */
  label: string;
  /** True in forms of stored values: there is nothing to submit until one is changed. */
  edits?: boolean;
  /** True while what the button's label promises is still being loaded. */
  loading?: boolean;
  /** Draft of the form's input, if it is kept (`useDraft`). */
  draft?: DraftState;
  /** Content at the other end, for example a link. */
  children?: ReactNode;
};

/**
 * Renders the foot of a form: the error of the whole form and the submit button. Leaving the page
 * with unsaved changes asks first.
 */
export function FormFooter<T extends FieldValues>(props: Props<T>) {
  const { state, label, edits, loading, draft, children } = props;
  const errorText = useFieldError();
  useUnsavedChanges(state.isDirty, {
    isSaving: state.isSubmitting,
    isKept: draft?.isKept,
    onDiscard: draft?.remove,
  });
  return (
    <>
      {draft?.notice}
      <p role="alert" className="basis-full text-sm text-danger-ink empty:hidden">
        {errorText(state.errors.root?.['server'])}
      </p>
      {children && <div className="mr-auto">{children}</div>}
      <Button
        type="submit"
        loading={loading || state.isSubmitting}
        disabled={edits && !state.isDirty}
      >
        {label}
      </Button>
    </>
  );
}
