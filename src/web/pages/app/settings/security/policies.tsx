import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import {
  type StoredPolicies,
  maxIdleHours,
  maxSessionHours,
  maxFactorDays,
} from '#contract/calls/policies.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { factorsQuery } from '#web/components/security/factors-query.ts';
import { SetUpTotp } from '#web/components/security/totp-row.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea, TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { FieldGroup } from './field-group.tsx';
import { MethodFields } from './method-fields.tsx';
import { toPolicies, toPolicyInput, type PolicyInput } from './policy-input.ts';

/** Edits the policies of the organization (R-POL-01). */
export function Policies() {
  const { data, error } = useQuery({
    queryKey: tenantQueryKey('policies'),
    queryFn: () => api.policies.get(),
  });
  if (error && !data) throw error;
  return data ? (
    <PolicyForm stored={data} />
  ) : (
    <Card>
      <Skeleton className="h-[46rem]" />
    </Card>
  );
}

function PolicyForm({ stored }: { stored: StoredPolicies }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const form = useForm<PolicyInput>({ defaultValues: toPolicyInput(stored) });
  const { handleSubmit, setError, reset, formState } = form;
  const save = handleSubmit(async (input) => {
    try {
      const saved = await api.policies.update({ body: toPolicies(input) });
      cache.setQueryData(tenantQueryKey('policies'), saved);
      reset(toPolicyInput(saved));
      void toast({ tone: 'success', title: t('policies.form.saved') });
    } catch (error) {
      setFormFailure(error, { setError, fieldOf });
    }
  });
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Card footer={<FormFooter edits state={formState} label={t('common.action.save')} />}>
          <div className="-my-5 divide-y divide-line *:py-5">
            <FactorFields />
            <MethodFields
              offersSso={stored.offersSso}
              isEnforced={stored.signInMethods?.includes('sso') === true}
            />
            <SessionFields />
            <NewMemberFields />
          </div>
        </Card>
      </form>
    </FormProvider>
  );
}

/** Returns the field of a refused part of the body; single domains belong to their field. */
function fieldOf(name: string) {
  if (name === 'sessionHours' || name === 'idleHours' || name === 'factorDays') return name;
  if (name === 'breakGlassId') return name;
  if (name.startsWith('signInMethods')) return 'methods';
  return name.startsWith('emailDomains') ? 'domains' : undefined;
}

/** Edits session length and idle time (R-POL-03). */
function SessionFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<PolicyInput>();
  return (
    <FieldGroup title={t('policies.sessions.title')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...register('sessionHours')}
          inputMode="numeric"
          autoComplete="off"
          label={t('policies.sessions.session')}
          hint={t('policies.sessions.sessionHint', { max: maxSessionHours })}
          error={errorText(formState.errors.sessionHours)}
          optional
        />
        <TextField
          {...register('idleHours')}
          inputMode="numeric"
          autoComplete="off"
          label={t('policies.sessions.idle')}
          hint={t('policies.sessions.idleHint', { max: maxIdleHours })}
          error={errorText(formState.errors.idleHours)}
          optional
        />
      </div>
    </FieldGroup>
  );
}

/** Edits the email domains of new members (R-POL-04). */
function NewMemberFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<PolicyInput>();
  return (
    <FieldGroup title={t('policies.members.title')}>
      <TextArea
        {...register('domains')}
        label={t('policies.members.domains')}
        hint={t('policies.members.domainsHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={errorText(formState.errors.domains)}
        optional
      />
    </FieldGroup>
  );
}

/** Edits whether members need a second factor (R-POL-05). */
function FactorFields() {
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
