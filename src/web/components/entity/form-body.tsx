import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { isLimitFailure, useLimitPrompt } from '#web/components/usage/use-limit-prompt.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs, type Dialogs } from '#web/ui/dialogs/dialogs.tsx';
import type { FormValues } from './input.ts';

type Save<Input> = (input: Input) => Promise<void>;

type Props<Input> = {
  id: string;
  editing: boolean;
  /** Disables the fields until the record has loaded (R-FORM-04). */
  loading: boolean;
  /** Saves without a question: the change can be undone. */
  isUndoable?: boolean;
  onSave: Save<Input>;
  /**
   * Settles a change over a newer version: resolves to the way to save again, to null without one, and to
   * undefined for any other error.
   */
  onConflict?: (error: unknown, dialogs: Dialogs) => Promise<Save<Input> | null | undefined>;
  children: ReactNode;
};

/**
 * Renders the fields, asks for confirmation before saving unless it can be undone, and shows refusals at the fields or in a
 * dialog.
 */
export function EntityFormBody<Input extends object>(props: Props<Input>) {
  const { id, editing, loading, isUndoable, onSave, onConflict, children } = props;
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
  const send = async (input: Input, save: Save<Input>): Promise<void> => {
    try {
      await save(input);
    } catch (error) {
      const saveAgain = await onConflict?.(error, dialogs);
      if (saveAgain) await handleSubmit((merged) => send(merged, saveAgain))();
      else if (saveAgain === undefined) await refuse(error);
    }
  };
  const submit = handleSubmit(async (input) => {
    const question = {
      title: editing ? t('common.form.confirmSave') : t('common.form.confirmAdd'),
      yes: editing ? t('common.action.save') : t('common.action.add'),
      no: t('common.kit.keepEditing'),
    };
    if (isUndoable || (await dialogs.confirm(question))) await send(input, onSave);
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={loading} aria-busy={loading} className="flex flex-col gap-5">
        {children}
      </fieldset>
    </form>
  );
}
