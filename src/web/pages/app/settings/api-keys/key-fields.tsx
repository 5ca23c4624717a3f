import { useController, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { apiKeyDays, type apiKeyFields, apiKeyRoles } from '#contract/api-keys/api-keys.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { roleName } from '#web/components/role-name.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ScopeFields } from './scope-fields.tsx';

export type KeyInput = z.output<typeof apiKeyFields>;

/** Returns the number that an option of a select means; an empty one means null. */
const toNumber = (value: unknown) => (value === '' || value === null ? null : Number(value));

/** Renders the fields of a new key. */
export function KeyFields({ form }: { form: UseFormReturn<KeyInput, unknown, KeyInput> }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { control, register, formState } = form;
  const { errors } = formState;
  const scopes = useController({ control, name: 'scopes' });
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
      <ScopeFields
        value={scopes.field.value}
        onChange={scopes.field.onChange}
        error={errorText(errors.scopes)}
      />
    </>
  );
}
