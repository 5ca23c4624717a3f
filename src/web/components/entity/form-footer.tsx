import { CopyPlus, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

type Props = {
  formId: string;
  loading: boolean;
  onClose: () => void;
  /** Only for an existing record. */
  onRemove?: () => Promise<void>;
  /** Opens a new form with the values of an existing record. */
  onDuplicate?: () => void;
  /** Consequence of deleting, if the record isn't simply removed. */
  removeHint?: string | undefined;
  /** Deleted records can be restored. */
  restorable?: boolean;
  /** Name of an existing record, which the question before deleting it tells. */
  name?: string;
};

/** Renders the buttons of the form, and a message if it can't be saved (R-FORM-02). */
export function EntityFormFooter(props: Props) {
  const { formId, loading, onClose, onRemove, onDuplicate, removeHint, restorable, name } = props;
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const { isDirty, isSubmitting, isSubmitted, errors } = useFormContext().formState;
  const invalid = isSubmitted && Object.keys(errors).length > 0;
  const remove = async () => {
    const sure = await dialogs.confirm({
      title: name
        ? t('common.form.confirmDeleteNamed', { name: shortened(name) })
        : t('common.form.confirmDelete'),
      text: removeHint ?? t(restorable ? 'common.form.undoHint' : 'common.form.deleteHint'),
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
      <div className="mr-auto flex gap-2 empty:hidden">
        {onRemove && (
          <Button variant="danger" disabled={loading} onClick={() => void remove()}>
            <Trash2 aria-hidden className="size-4" />
            <span className={onDuplicate && 'max-sm:sr-only'}>{t('common.action.delete')}</span>
          </Button>
        )}
        {onDuplicate && (
          <Button
            variant="white"
            // The copy is of what is saved.
            disabled={loading || isDirty}
            onClick={onDuplicate}
          >
            <CopyPlus aria-hidden className="size-4" />
            <span className="max-sm:sr-only">{t('common.action.duplicate')}</span>
          </Button>
        )}
      </div>
      <Button variant="white" onClick={onClose}>
        {t('common.action.cancel')}
      </Button>
      <Button type="submit" form={formId} disabled={loading} loading={isSubmitting}>
        {onRemove ? t('common.action.save') : t('common.action.add')}
      </Button>
    </>
  );
}

const maxNameLength = 60;

const shortened = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name;
