import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useController, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { Role } from '#contract/access.ts';
import { apiKeyFields, apiKeyDays, apiKeyRoles } from '#contract/api-keys/api-keys.ts';
import { api } from '#web/api/api.ts';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/dialogs/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { refreshKeys } from './queries.ts';
import { ScopeFields } from './scope-fields.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const fields = ['name', 'role', 'scopes', 'days'] as const;

/** Asks what a key may do and creates it, then shows its secret once (R-KEY-04). */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const formId = useId();
  const form = useForm<KeyInput, unknown, KeyInput>({
    resolver: schemaResolver(apiKeyFields),
    defaultValues: { name: '', role: Role.Member, scopes: [], days: 90 },
  });
  const { handleSubmit, setError, formState } = form;
  const { errors } = formState;
  const create = useMutation({
    mutationFn: (body: KeyInput) => api.apiKeys.create({ body }),
    onError: (error) =>
      setFormFailure(error, {
        setError,
        fieldOf: (name) => fields.find((field) => field === name),
      }),
    onSettled: () => void refreshKeys(),
  });
  const submit = handleSubmit((body) => create.mutate(body));
  if (create.data) return <SecretDialog secret={create.data.key} onClose={onClose} />;
  const refusal = errorText(errors.root?.['server']);
  return (
    <Modal
      title={t('provisioning.keys.createTitle')}
      size="md"
      busy={create.isPending}
      onClose={onClose}
      footer={
        <>
          <Button variant="white" disabled={create.isPending} onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={create.isPending}>
            {t('provisioning.keys.create')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
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

type KeyInput = z.output<typeof apiKeyFields>;

/** Returns the number that an option of a select means; an empty one means null. */
const toNumber = (value: unknown) => (value === '' || value === null ? null : Number(value));

/** Renders the fields of a new key. */
function KeyFields({ form }: { form: UseFormReturn<KeyInput, unknown, KeyInput> }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { control, register, formState } = form;
  const { errors } = formState;
  const { ref, value, onChange } = useController({ control, name: 'scopes' }).field;
  return (
    <>
      <TextField
        {...register('name')}
        label={t('provisioning.keys.name')}
        hint={t('provisioning.keys.nameHint')}
        autoComplete="off"
        error={errorText(errors.name)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          {...register('role', { setValueAs: toNumber })}
          label={t('provisioning.keys.role')}
          options={apiKeyRoles.map((role) => ({ value: role, label: roleName(t, role) }))}
          error={errorText(errors.role)}
        />
        <Select
          {...register('days', { setValueAs: toNumber })}
          label={t('provisioning.keys.validFor')}
          options={apiKeyDays.map((days) => ({
            value: days ?? '',
            label:
              days === null
                ? t('provisioning.keys.forever')
                : t('provisioning.keys.days', { count: days }),
          }))}
          error={errorText(errors.days)}
        />
      </div>
      <ScopeFields {...{ ref, value, onChange }} error={errorText(errors.scopes)} />
    </>
  );
}
