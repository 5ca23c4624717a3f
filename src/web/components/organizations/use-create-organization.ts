import type { UseFormSetError } from 'react-hook-form';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing/pricing.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { useCardPayment } from '#web/components/billing/card-payment.tsx';
import type { NewPlanTax } from '#web/components/billing/tax-location.ts';
import { isCouponError, type CouponState } from '#web/components/billing/use-coupon.ts';
import { setFormFailure } from '#web/components/forms/form-failures.ts';
import { selectTenant } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';

export type NewOrganizationValues = { name: string };

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
export function useCreateOrganization({ price, coupon, label, tax, setError }: CreationOptions) {
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
