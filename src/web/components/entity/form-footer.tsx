import { Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/errors/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

type Props = {
  formId: string;
  loading: boolean;
  onClose: () => void;
  /** Only for an existing record. */
  onRemove?: () => Promise<void>;
  /** Consequence of deleting, if the record isn't simply removed. */
  removeHint?: string | undefined;
};

/** Renders the buttons of the form, and a message if it can't be saved (R-FORM-02). */
export function EntityFormFooter({ formId, loading, onClose, onRemove, removeHint }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { isSubmitting, isSubmitted, errors } = useFormContext().formState;
  const invalid = isSubmitted && Object.keys(errors).length > 0;
  const remove = async () => {
    const sure = await dialogs.confirm({
      title: t('common.form.confirmDelete'),
      text: removeHint ?? t('common.form.deleteHint'),
      yes: t('common.action.delete'),
      no: t('common.action.cancel'),
      danger: true,
    });
    if (!sure) return;
    await onRemove?.().catch((error: unknown) =>
      dialogs.error({ text: failureText(t, error) ?? t('errors.internal') }),
    );
  };
  return (
    <>
      <p role="alert" className="basis-full text-sm text-danger-ink empty:hidden">
        {invalid && t('common.form.invalid')}
      </p>
      {onRemove && (
        <Button
          variant="danger"
          className="mr-auto"
          disabled={loading}
          onClick={() => void remove()}
        >
          <Trash2 aria-hidden className="size-4" />
          {t('common.action.delete')}
        </Button>
      )}
      <Button variant="white" onClick={onClose}>
        {t('common.action.cancel')}
      </Button>
      <Button type="submit" form={formId} disabled={loading} loading={isSubmitting}>
        {onRemove ? t('common.action.save') : t('common.action.add')}
      </Button>
    </>
  );
}
