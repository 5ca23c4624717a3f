import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { requiredText } from '#contract/shapes.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { startImpersonation } from '#web/session/session.ts';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { TextArea } from '#web/ui/text-field.tsx';

const schema = z.object({ reason: requiredText(500) });

interface Props {
  userId: string;
  name: string;
  /** Organization to open; without it, the user's default organization. */
  tenantId?: string;
  onClose: () => void;
}

/** Asks for a reason, then impersonates the user in this tab (R-SEC-08). */
export function ImpersonateDialog({ userId, name, tenantId, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(schema),
    defaultValues: { reason: '' },
  });
  const start = handleSubmit(async (body) => {
    try {
      startImpersonation(await api.accounts.impersonate({ params: { userId }, body }), tenantId);
    } catch (error) {
      setFormFailure(error, { setError, fieldOf: () => undefined });
    }
  });
  return (
    <Modal title={t('admin.acting.title', { name })} onClose={onClose}>
      <form noValidate onSubmit={(event) => void start(event)} className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('admin.acting.text')}</p>
        <TextArea
          {...register('reason')}
          rows={2}
          label={t('admin.acting.reason')}
          hint={t('admin.acting.reasonHint')}
          error={errorText(formState.errors.reason)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <FormFooter state={formState} label={t('admin.acting.submit')} />
        </div>
      </form>
    </Modal>
  );
}
