import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { singleLine } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { factorsQuery } from './factors-query.ts';

const schema = z.object({ name: singleLine(100).min(1, 'field.required') });

type Props = {
  id: string;
  name: string;
  onDone: (isRenamed: boolean) => void;
};

/** Renames a passkey in a dialog. */
export function RenamePasskey({ id, name, onDone }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { name },
  });
  const save = handleSubmit(async (body) => {
    try {
      await api.factors.updatePasskey({ params: { id }, body });
      await queryClient.invalidateQueries(factorsQuery);
      onDone(true);
    } catch (error) {
      const fieldOf = (field: string) => (field === 'name' ? field : undefined);
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <Modal title={t('security.passkeys.renameTitle')} onClose={() => onDone(false)}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-5">
        <TextField
          {...register('name')}
          label={t('security.passkeys.name')}
          autoComplete="off"
          error={errorText(formState.errors.name)}
        />
        <p role="alert" className="text-sm text-danger-ink empty:hidden">
          {errorText(formState.errors.root?.['server'])}
        </p>
        <Button type="submit" loading={formState.isSubmitting}>
          {t('common.action.save')}
        </Button>
      </form>
    </Modal>
  );
}
