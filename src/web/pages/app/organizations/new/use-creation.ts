import type { UseFormSetError } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { api } from '#web/api/api.ts';
import { usePayment } from '#web/components/card-payment.tsx';
import { showFailure } from '#web/components/form-failures.ts';
import { isAboutCoupon, type CouponState } from '#web/components/use-coupon.ts';
import { openTenant } from '#web/session/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';

export type Values = { name: string };

type Chosen = {
  price: SubscriptionPrice | undefined;
  coupon: CouponState;
  /** Label of the pay button. */
  label: string;
  setError: UseFormSetError<Values>;
};

/**
 * Returns the function that creates an organization with a plan and switches to it, and the card
 * dialog that it opens when something is due immediately.
 */
export const useCreation = ({ price, coupon, label, setError }: Chosen) => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const payment = usePayment();

  const create = async (name: string) => {
    const question = {
      title: t('billing.card.title'),
      text: t('billing.card.text'),
      label,
      needsCard: price !== undefined && needsCard(price),
    };
    const plan = {
      subscriptionPriceId: price?.id ?? '',
      subscriptionCoupon: coupon.code || null,
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
      if (created.user.defaultTenant) openTenant(created.user.defaultTenant);
    } catch (error) {
      if (error instanceof Failure && isAboutCoupon(error.code)) return coupon.refuse(error);
      showFailure(error, { setError, fieldOf });
    }
  };

  return { create, dialog: payment.dialog };
};

const fieldOf = (name: string) =>
  name === 'name' || name === 'account.verify.organizationTaken' ? 'name' : undefined;
