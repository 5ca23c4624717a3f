import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { isLimitFailure, useLimitPrompt } from '#web/components/usage/use-limit-prompt.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import type { FormValues } from './input.ts';

type Props<Input> = {
  id: string;
  editing: boolean;
  /** Disables the fields until the record has loaded (R-FORM-04). */
  loading: boolean;
  onSave: (input: Input) => Promise<void>;
  children: ReactNode;
};

/**
 * Renders the fields, asks for confirmation before saving, and shows refusals at the fields or in a
 * dialog.
 */
export function EntityFormBody<Input extends object>(props: Props<Input>) {
  const { id, editing, loading, onSave, children } = props;
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const promptLimit = useLimitPrompt();
  const { handleSubmit, setError } = useFormContext<FormValues, unknown, Input>();
  const refuse = async (error: unknown) => {
    const fields = error instanceof Failure ? Object.entries(error.fields) : [];
    for (const [field, [code = 'field.invalid']] of fields) setError(field, { type: code });
    if (fields.length === 0) {
      if (isLimitFailure(error)) await promptLimit(error);
      else await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    }
  };
  const submit = handleSubmit(async (input) => {
    const question = {
      title: editing ? t('common.form.confirmSave') : t('common.form.confirmAdd'),
      yes: editing ? t('common.action.save') : t('common.action.add'),
      no: t('common.kit.keepEditing'),
    };
    if (await dialogs.confirm(question)) await onSave(input).catch(refuse);
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={loading} aria-busy={loading} className="flex flex-col gap-5">
        {children}
      </fieldset>
    </form>
  );
}
