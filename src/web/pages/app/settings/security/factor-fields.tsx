import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxFactorDays } from '#contract/calls/policies.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { factorsQuery } from '#web/components/security/factors-query.ts';
import { SetUpTotp } from '#web/components/security/totp-row.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { PolicyInput } from './policy-input.ts';

/** Edits whether members need a second factor (R-POL-05). */
export function FactorFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, control, formState } = useFormContext<PolicyInput>();
  const isRequired = useWatch({ control, name: 'requiresFactor' });
  return (
    <FieldGroup title={t('policies.factor.title')}>
      <Checkbox
        {...register('requiresFactor')}
        label={t('policies.factor.require')}
        hint={t('policies.factor.requireHint')}
      />
      {isRequired && (
        <>
          <TextField
            {...register('factorDays')}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-sm"
            label={t('policies.factor.days')}
            hint={t('policies.factor.daysHint', { max: maxFactorDays })}
            error={errorText(formState.errors.factorDays)}
          />
          {formState.dirtyFields.requiresFactor && <OwnFactor />}
        </>
      )}
    </FieldGroup>
  );
}

/** Offers to set up an own second factor, without which the policy is refused. */
function OwnFactor() {
  const { t } = useTranslation();
  const { data } = useQuery(factorsQuery);
  if (!data || data.totpSince !== null || data.passkeys.length > 0) return null;
  return (
    <Banner tone="info" role="status" action={<SetUpTotp />}>
      {t('policies.factor.own')}
    </Banner>
  );
}
