import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { PlanTerms } from '#web/components/billing/plan-terms.tsx';
import { usePlanTerms } from '#web/components/billing/use-plan-terms.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import { selectPlan, type PlanSelection } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useCurrency } from '#web/components/pricing/use-currency.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCreateOrganization, type NewOrganizationValues } from './use-create-organization.ts';

/** Creates an organization from a name and a plan, and switches to it. */
export function NewOrganizationForm({ plans }: { plans: SubscriptionProduct[] }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const errorText = useFieldError();
  const visitorCurrency = useCurrency();
  const [selection, setSelection] = useState<PlanSelection>({});
  const { price, currency } = selectPlan(plans, selection, visitorCurrency);
  const terms = usePlanTerms(price, currency, null);
  const { coupon, tax } = terms;
  const form = useForm<NewOrganizationValues>({ defaultValues: { name: '' } });
  const { register, handleSubmit, setError, setFocus, formState } = form;
  const label = isFree(price)
    ? t('settings.newOrganization.submit')
    : texts.register(price, coupon.coupon, tax.total);
  const { create, dialog } = useCreateOrganization({ price, ...terms, label, setError });

  const submit = handleSubmit(async (given) => {
    const name = given.name.trim();
    // An empty name sends nothing.
    if (name === '') return setFocus('name');
    await create(name);
  });

  if (!price) return <Banner tone="info">{t('settings.newOrganization.noPlans')}</Banner>;
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="w-full max-w-2xl">
        <Card footer={<FormFooter state={formState} label={label} />}>
          <div className="flex flex-col gap-6">
            <TextField
              {...register('name')}
              label={t('settings.newOrganization.name')}
              autoComplete="organization"
              maxLength={200}
              error={errorText(formState.errors.name)}
            />
            <PlanPicker
              plans={plans}
              selection={selection}
              onChange={setSelection}
              currency={visitorCurrency}
            />
            <PlanTerms terms={terms} currency={currency} />
          </div>
        </Card>
      </form>
      {dialog}
    </>
  );
}

const isFree = (price: SubscriptionPrice | undefined) =>
  price !== undefined && price.trialDays === 0 && price.price === 0;
