import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import type { StoredPolicies } from '#contract/calls/policies.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { FactorFields } from './factor-fields.tsx';
import { NewMemberFields, SessionFields } from './limit-fields.tsx';
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
