import { Trash2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Props = {
  title: string;
  /** Text to type before the button is enabled. */
  expected: string;
  /** Label of the field, which names the text. */
  label: string;
  /** Label of the button. */
  submit: string;
  deletion: Deletion;
  /** Short statement that it failed; the reason is appended. */
  failed: string;
  /** False while the consequences aren't shown yet. */
  ready?: boolean;
  onClose: () => void;
  /** Consequences of the deletion. */
  children: ReactNode;
};

/** A mutation that deletes something and leaves the page. */
type Deletion = { mutate: () => void; isPending: boolean; isSuccess: boolean; error: unknown };

/** Asks to type a text before something with much in it is deleted (R-ORG-09, R-ACC-26). */
export function TypedConfirmation(props: Props) {
  const { title, expected, label, submit, deletion, failed, ready = true, onClose } = props;
  const { t } = useTranslation();
  const formId = useId();
  const { register, handleSubmit, control } = useForm({ defaultValues: { typed: '' } });
  const isTyped = useWatch({ control, name: 'typed' }).trim() === expected && ready;
  const busy = deletion.isPending || deletion.isSuccess;
  const remove = handleSubmit(() => {
    if (isTyped && !busy) deletion.mutate();
  });
  return (
    <Modal
      title={title}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose} disabled={busy}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            disabled={!isTyped}
            loading={busy}
          >
            <Trash2 aria-hidden className="size-4" />
            {submit}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void remove(event)}>
        <div className="grid gap-4 pb-5 text-sm text-pretty text-muted">{props.children}</div>
        <TextField
          {...register('typed')}
          label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <p role="alert" className="pt-3 text-sm text-danger-ink empty:hidden">
          {deletion.error !== null &&
            `${failed}. ${failureText(t, deletion.error) ?? t('errors.internal')}`}
        </p>
      </form>
    </Modal>
  );
}
