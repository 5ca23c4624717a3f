import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Role } from '#contract/access.ts';
import { apiKeyFields } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { KeyFields, type KeyInput } from './key-fields.tsx';
import { refreshKeys } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';

const fields = ['name', 'role', 'scopes', 'days'] as const;

/** Asks what a key may do and creates it, then shows its secret once (R-KEY-04). */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const formId = useId();
  const [secret, setSecret] = useState<string>();
  const form = useForm<KeyInput, unknown, KeyInput>({
    resolver: schemaResolver(apiKeyFields),
    defaultValues: { name: '', role: Role.Member, scopes: [], days: 90 },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const create = handleSubmit(async (body) => {
    try {
      setSecret((await api.apiKeys.create({ body })).key);
    } catch (error) {
      setFormFailure(error, {
        setError,
        fieldOf: (name) => fields.find((field) => field === name),
      });
    }
    await refreshKeys();
  });
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />;
  const refusal = errorText(errors.root?.['server']);
  return (
    <Modal
      title={t('provisioning.keys.createTitle')}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button variant="white" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            {t('provisioning.keys.create')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void create(event)} className="grid gap-5">
        <p className="text-sm text-pretty text-muted">{t('provisioning.keys.createText')}</p>
        {refusal && (
          <Banner tone="danger" role="alert">
            {refusal}
          </Banner>
        )}
        <KeyFields form={form} />
      </form>
    </Modal>
  );
}
