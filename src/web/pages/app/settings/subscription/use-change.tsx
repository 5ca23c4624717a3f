import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { usePayment } from '#web/components/card-payment.tsx';
import { showSubscription, upcomingInvoice } from '#web/components/current-subscription.ts';
import { failureText } from '#web/components/failure-text.ts';
import { isAboutCoupon, type CouponState } from '#web/components/use-coupon.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { Action } from './choice.ts';
import { MovePlan } from './move-plan.tsx';
import { Costs } from './preview.tsx';

interface Change {
  action: Action;
  product: SubscriptionProduct | undefined;
  price: SubscriptionPrice | undefined;
  coupon: CouponState;
  subscription: CurrentSubscription;
  onDone: () => void;
}

const isTooSmall = (error: Error | null) =>
  error instanceof Failure && error.code === 'billing.downgradeBlocked' ? error : null;

const confirmations = {
  select: 'billing.plan.select',
  buy: 'billing.plan.confirmBuy',
  update: 'billing.plan.confirmUpdate',
  subscribe: 'billing.plan.confirmSubscribe',
  move: 'billing.plan.confirmMove',
} as const satisfies Record<Action, string>;

/**
 * Returns the preview of a change and the function that saves it: confirms, asks for a card if none
 * is on file, and shows the result.
 */
export const useChange = ({ action, product, price, coupon, subscription, onDone }: Change) => {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const payment = usePayment();
  const [isSaving, setIsSaving] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [blocked, setBlocked] = useState<{ failure: Failure; by: string } | null>(null);
  const subscriptionPriceId = price?.id ?? '';
  const applied = coupon.coupon ? coupon.code : '';
  const preview = useQuery({
    ...upcomingInvoice({ subscriptionPriceId, coupon: applied }),
    enabled: action !== 'select',
  });

  const tell = async (error: unknown) => {
    const failure = error instanceof Failure ? error : new Failure('internal');
    if (isAboutCoupon(failure.code)) return coupon.refuse(failure);
    if (isTooSmall(failure)) {
      return setBlocked({ failure, by: subscriptionPriceId });
    }
    if (failure.code === 'billing.previewExpired') await preview.refetch();
    await dialogs.error({ title: t('billing.plan.failed'), text: failureText(t, failure) });
  };

  const change = async (price: SubscriptionPrice) => {
    const label = t(`billing.plan.${action}`);
    const answer = await payment.pay(
      {
        title: t('billing.card.title'),
        text: t('billing.card.none'),
        label,
        needsCard: needsCard(price) && subscription.cards.length === 0,
      },
      (paid) =>
        api.subscriptions.update({
          body: {
            subscriptionPriceId,
            subscriptionCoupon: coupon.code || null,
            prorationDate: preview.data?.prorationDate ?? null,
            ...paid,
          },
        }),
    );
    if (!answer) return;
    await showSubscription(answer);
    onDone();
    await toast({ tone: 'success', title: t('billing.plan.updated') });
  };

  const save = async () => {
    if (!price || !product) return;
    if (action === 'move') return setIsMoving(true);
    const agreed = await dialogs.confirm({
      title: t(confirmations[action], { product: product.title }),
      text: (
        <div className="pt-3">
          <Costs invoice={preview.data ?? null} currency={price.currency} />
        </div>
      ),
      yes: t(`billing.plan.${action}`),
      no: t('common.action.cancel'),
    });
    if (!agreed) return;
    setIsSaving(true);
    setBlocked(null);
    await change(price).catch(tell);
    setIsSaving(false);
  };

  const tooSmall = isTooSmall(preview.error);
  return {
    preview,
    save,
    isSaving,
    /** Refusal because members don't fit into the chosen plan (R-SUB-04). */
    blocked: tooSmall ?? (blocked?.by === subscriptionPriceId ? blocked.failure : null),
    dialog: (
      <>
        {payment.dialog}
        {isMoving && price && product && (
          <MovePlan
            from={subscription.activeProduct}
            to={product}
            price={price}
            ends={preview.data?.currentPlanEnds ?? null}
            onClose={() => setIsMoving(false)}
            onDone={onDone}
          />
        )}
      </>
    ),
  };
};
