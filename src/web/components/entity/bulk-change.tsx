import { FormProvider, useForm } from 'react-hook-form';
import type { FieldDefinition } from '#contract/entities/fields.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { EntityField } from './field.tsx';
import type { FormValues } from './input.ts';

type Props = {
  title: string;
  name: string;
  field: FieldDefinition;
  label: string;
  suggestions: readonly string[];
  /** Sets the field in the selected records. */
  onSave: (value: unknown) => Promise<void>;
  onClose: () => void;
};

/** Sets one field of several records. */
export function BulkChange({ title, onClose, ...form }: Props) {
  return (
    <Modal title={title} onClose={onClose}>
      <Form {...form} />
    </Modal>
  );
}

/** Renders the form inside of the dialog, so that a message opens on top of it. */
function Form({ name, field, label, suggestions, onSave }: Omit<Props, 'title' | 'onClose'>) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const form = useForm<FormValues>({ defaultValues: { [name]: null } });
  const save = form.handleSubmit(async (values) => {
    const value = values[name];
    const isEmpty = value === '' || value === null || value === undefined;
    if (isEmpty && !field.optional) return form.setError(name, { type: 'field.required' });
    try {
      await onSave(isEmpty ? null : value);
    } catch (error) {
      await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
        <EntityField {...{ name, field, label, suggestions }} disabled={false} />
        <Button type="submit" loading={form.formState.isSubmitting} className="justify-self-end">
          {t('common.action.save')}
        </Button>
      </form>
    </FormProvider>
  );
}
