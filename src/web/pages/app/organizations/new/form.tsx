import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SubscriptionProduct } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { showFailure, useFieldError } from '#web/components/form-failures.ts';
import { FormFoot } from '#web/components/form-foot.tsx';
import { PlanPicker } from '#web/components/plan-picker.tsx';
import { pickOf, type Wish } from '#web/components/pricing-choice.ts';
import { usePricingTexts } from '#web/components/pricing-texts.ts';
import { useCurrency } from '#web/components/use-currency.ts';
import { openTenant } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** A name and a plan; once created, the organization is the current one. */
export function NewOrganizationForm({ plans }: { plans: SubscriptionProduct[] }) {
  const { t } = useTranslation();
  const texts = usePricingTexts();
  const told = useFieldError();
  const dialogs = useDialogs();
  const currency = useCurrency();
  const [wish, setWish] = useState<Wish>({});
  const { price } = pickOf(plans, wish, currency);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { name: '' },
  });

  const create = handleSubmit(async (given) => {
    const name = given.name.trim();
    // An empty name does nothing (section 5).
    if (name === '') return setFocus('name');
    const selectedSubscription = { subscriptionPriceId: price?.id ?? '' };
    try {
      const { user } = await api.tenants.create({ body: { name, selectedSubscription } });
      await dialogs.success({
        title: t('settings.newOrganization.created'),
        text: t('settings.newOrganization.createdText', { name }),
      });
      if (user.defaultTenant) openTenant(user.defaultTenant);
    } catch (error) {
      showFailure(error, { setError, fieldOf });
    }
  });

  if (!price) return <Banner tone="info">{t('settings.newOrganization.noPlans')}</Banner>;
  const isFree = price.trialDays === 0 && price.price === 0;
  return (
    <form noValidate onSubmit={(event) => void create(event)} className="w-full max-w-2xl">
      <Card
        footer={
          <FormFoot
            state={formState}
            label={isFree ? t('settings.newOrganization.submit') : texts.register(price)}
          />
        }
      >
        <div className="flex flex-col gap-6">
          <TextField
            {...register('name')}
            label={t('settings.newOrganization.name')}
            autoComplete="organization"
            maxLength={200}
            error={told(formState.errors.name)}
          />
          <PlanPicker plans={plans} wish={wish} onChange={setWish} currency={currency} />
        </div>
      </Card>
    </form>
  );
}

const fieldOf = (name: string) =>
  name === 'name' || name === 'account.verify.organizationTaken' ? 'name' : undefined;
