import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormSetError } from 'react-hook-form';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing/pricing.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useCardPayment } from '#web/components/billing/card-payment.tsx';
import { PlanTerms } from '#web/components/billing/plan-terms.tsx';
import type { NewPlanTax } from '#web/components/billing/tax-location.ts';
import { isCouponError, type CouponState } from '#web/components/billing/use-coupon.ts';
import { usePlanTerms } from '#web/components/billing/use-plan-terms.ts';
import { useFieldError, setFormFailure } from '#web/components/forms/form-failures.ts';
import { FormFooter } from '#web/components/forms/form-footer.tsx';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { PlanPicker } from '#web/components/pricing/plan-picker.tsx';
import {
  withoutTrials,
  selectPlan,
  type PlanSelection,
} from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useCurrency } from '#web/components/pricing/use-currency.ts';
import { selectTenant } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** Renders the form of a new organization with the plans for this person. */
export function OrganizationCreation({ hadTrial }: { hadTrial: boolean }) {
  const { data: plans, error } = useQuery(availableProductsQuery);
  if (error && !plans) throw error;
  if (!plans) return <Skeleton className="h-96 rounded-lg" />;
  return <NewOrganizationForm plans={hadTrial ? withoutTrials(plans) : plans} />;
}

/** Creates an organization from a name and a plan, and switches to it. */
function NewOrganizationForm({ plans }: { plans: SubscriptionProduct[] }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const errorText = useFieldError();
  const visitorCurrency = useCurrency(plans);
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
        <Card
          footer={<FormFooter state={formState} label={label} loading={tax.preview.isLoading} />}
        >
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

type NewOrganizationValues = { name: string };

type CreationOptions = {
  price: SubscriptionPrice | undefined;
  coupon: CouponState;
  /** Label of the pay button. */
  label: string;
  tax: NewPlanTax;
  setError: UseFormSetError<NewOrganizationValues>;
};

/**
 * Returns the function that creates an organization with a plan and switches to it, and the card
 * dialog that it opens when something is due immediately.
 */
function useCreateOrganization({ price, coupon, label, tax, setError }: CreationOptions) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const payment = useCardPayment();

  const create = async (name: string) => {
    if (!tax.check()) return;
    const question = {
      title: t('billing.card.title'),
      text: t('billing.card.text'),
      label,
      needsCard: price !== undefined && needsCard(price),
    };
    const plan = {
      subscriptionPriceId: price?.id ?? '',
      subscriptionCoupon: coupon.code || null,
      ...(tax.isNeeded && { taxLocation: tax.taxLocation }),
    };
    try {
      const created = await payment.pay(question, (paid) =>
        api.tenants.create({ body: { name, selectedSubscription: { ...plan, ...paid } } }),
      );
      if (!created) return;
      await dialogs.success({
        title: t('settings.newOrganization.created'),
        text: t('settings.newOrganization.createdText', { name }),
      });
      if (created.user.defaultTenant) selectTenant(created.user.defaultTenant);
    } catch (error) {
      if (error instanceof Failure && isCouponError(error.code)) return coupon.refuse(error);
      setFormFailure(error, { setError, fieldOf });
    }
  };

  return { create, dialog: payment.dialog };
}

const fieldOf = (name: string) =>
  name === 'name' || name === 'account.verify.organizationTaken' ? 'name' : undefined;
