import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { useDialogs, type ConfirmOptions } from '#web/ui/dialogs/dialogs.tsx';
import { memberFieldOf, type MemberValues } from './member-input.ts';

type Props = {
  id: string;
  form: UseFormReturn<MemberValues, unknown, MemberValues>;
  locked: boolean;
  /** Confirmation shown before saving. */
  question: (values: MemberValues) => ConfirmOptions | Promise<ConfirmOptions>;
  onSave: (values: MemberValues) => Promise<void>;
  children: ReactNode;
};

/**
 * Confirms, then saves. Rendered inside of the panel, so that its dialogs open on top of the panel.
 */
export function MemberForm({ id, form, locked, question, onSave, children }: Props) {
  const dialogs = useDialogs();
  const submit = form.handleSubmit(async (values) => {
    try {
      if (await dialogs.confirm(await question(values))) await onSave(values);
    } catch (error) {
      setFormFailure(error, { setError: form.setError, fieldOf: memberFieldOf });
    }
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={locked} aria-busy={locked} className="flex flex-col gap-5">
        {children}
      </fieldset>
    </form>
  );
}
