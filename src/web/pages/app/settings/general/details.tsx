import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { transactionCurrencies } from '#contract/entities/currency.ts';
import type { TenantSummary } from '#contract/membership.ts';
import { requiredText, boundedText, transactionCurrency } from '#contract/shapes.ts';
import { isReservedSubdomain } from '#contract/subdomains.ts';
import { api } from '#web/api/api.ts';
import { currencyOptions } from '#web/components/currency-names.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import {
  schemaResolver,
  setFormFailure,
  useFieldError,
} from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { tenantNameField } from '#web/components/forms/tenant-name-field.ts';
import { useOrigin } from '#web/components/seo/use-origin.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { organizationSettings, useApplySettings } from './settings-update.ts';

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

/** Renders the choice of the currency of transactions (R-ORG-13). */
function CurrencySelect(props: UseFormRegisterReturn & { error?: string | undefined }) {
  const { t, locale } = useTranslation();
  return (
    <Select
      {...props}
      label={t('settings.organization.details.currency')}
      hint={t('settings.organization.details.currencyHint')}
      options={currencyOptions(transactionCurrencies, locale)}
    />
  );
}

/** Renders the subdomain, which the operator's organization can't change. */
function SubdomainField(props: UseFormRegisterReturn & { error?: string | undefined }) {
  const { t } = useTranslation();
  const host = URL.parse(useOrigin())?.host ?? '';
  const { isOperators } = useSession();
  return (
    <TextField
      {...props}
      label={t('settings.organization.details.subdomain')}
      hint={
        isOperators
          ? t('settings.organization.details.subdomainFixed')
          : t('settings.organization.details.subdomainHint', { host })
      }
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      readOnly={isOperators}
      optional
    />
  );
}
