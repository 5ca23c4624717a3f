import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { TenantSummary } from '#contract/membership.ts';
import { requiredText, boundedText, transactionCurrency } from '#contract/shapes.ts';
import { isReservedSubdomain } from '#contract/subdomains.ts';
import { api } from '#web/api/api.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { tenantNameField } from '#web/components/forms/tenant-name-field.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CurrencySelect } from './currency-select.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';
import { SubdomainField } from './subdomain-field.tsx';

/** Refuses a reserved subdomain that the organization doesn't have yet (R-ORG-06). */
const schemaFor = (current: string) =>
  z.object({
    name: requiredText(200),
    subdomain: boundedText(63).refine(
      (wanted) => wanted === current || !isReservedSubdomain(wanted),
      'tenant.subdomainReserved',
    ),
    currency: transactionCurrency,
  });

/** Edits name, subdomain, which is the address where members sign in, and the currency of transactions (R-ORG-13). */
export function OrganizationDetails({ tenant }: { tenant: TenantSummary }) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const showUpdated = useApplySettings();
  const { name, subdomain, currency } = tenant;
  const form = useForm({
    resolver: schemaResolver(schemaFor(subdomain)),
    mode: 'onChange',
    defaultValues: { name, subdomain, currency },
  });
  const { register, handleSubmit, setError, reset, formState } = form;
  const draft = useDraft(form, { name: 'organization' });
  const { errors } = formState;

  const save = handleSubmit(async (input) => {
    try {
      const body = { ...organizationSettings(tenant), ...input };
      const updated = await api.tenants.update({ params: { id: tenant.id }, body });
      reset({
        name: updated.name,
        subdomain: updated.subdomain,
        currency: updated.currency,
      });
      showUpdated(updated);
    } catch (error) {
      const fieldOf = (field: string) => {
        const named = tenantNameField(field);
        return named === 'domain' ? undefined : named;
      };
      setFormFailure(error, { setError, fieldOf });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Card
        footer={
          <FormFooter edits state={formState} draft={draft} label={t('common.action.save')} />
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...register('name')}
            label={t('settings.organization.details.name')}
            autoComplete="organization"
            className="sm:col-span-2"
            error={errorText(errors.name)}
          />
          <SubdomainField {...register('subdomain')} error={errorText(errors.subdomain)} />
          <CurrencySelect {...register('currency')} error={errorText(errors.currency)} />
        </div>
      </Card>
    </form>
  );
}
