import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#contract/errors.ts';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import { needsCard } from '#contract/pricing/pricing.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { api } from '#web/api/api.ts';
import { useCardPayment } from '#web/components/billing/card-payment.tsx';
import { CostBreakdown } from '#web/components/billing/cost-breakdown.tsx';
import {
  cacheSubscription,
  upcomingInvoiceQuery,
} from '#web/components/billing/current-subscription.ts';
import { useTaxLocation } from '#web/components/billing/tax-location.ts';
import { isCouponError, type CouponState } from '#web/components/billing/use-coupon.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { toast } from '#web/ui/toaster.tsx';
import type { PlanAction } from './plan-options.ts';
import { SwitchToFreePlan } from './switch-to-free-plan.tsx';

type PlanChangeOptions = {
  action: PlanAction;
  product: SubscriptionProduct | undefined;
  price: SubscriptionPrice | undefined;
  coupon: CouponState;
  subscription: CurrentSubscription;
  onDone: () => void;
};

/** Price that was confirmed, and its cost as it was shown; null: nothing is due. */
type Shown = { price: SubscriptionPrice; invoice: UpcomingInvoice | null };

const exceedsSeats = (error: Error | null) =>
  error instanceof Failure && error.code === 'billing.downgradeBlocked' ? error : null;

const isPlaceRequired = (error: Error | null) =>
  error instanceof Failure && error.code === 'billing.taxLocationRequired';

const confirmations = {
  select: 'billing.plan.select',
  buy: 'billing.plan.confirmBuy',
  update: 'billing.plan.confirmUpdate',
  subscribe: 'billing.plan.confirmSubscribe',
  move: 'billing.plan.confirmMove',
} as const satisfies Record<PlanAction, string>;

/**
 * Returns the preview of a change and the function that saves it: confirms, asks for a card if none
 * is on file, and shows the result.
 */
export function usePlanChange({
  action,
  product,
  price,
  coupon,
  subscription,
  onDone,
}: PlanChangeOptions) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const payment = useCardPayment();
  const [isMoving, setIsMoving] = useState(false);
  const subscriptionPriceId = price?.id ?? '';
  const applied = coupon.coupon ? coupon.code : '';
  const tax = useTaxLocation();
  const taxLocation = tax.location;
  const preview = useQuery({
    ...upcomingInvoiceQuery({ subscriptionPriceId, coupon: applied, taxLocation }),
    enabled: action !== 'select',
  });

  const tell = async (error: Error) => {
    const failure = error instanceof Failure ? error : new Failure('internal');
    if (isCouponError(failure.code)) return coupon.refuse(failure);
    // The page shows it beside the plans.
    if (exceedsSeats(failure)) return;
    if (failure.code === 'billing.previewExpired') await preview.refetch();
    await dialogs.error({ title: t('billing.plan.failed'), text: failureText(t, failure) });
  };

  const change = async ({ price, invoice }: Shown) => {
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
            subscriptionPriceId: price.id,
            subscriptionCoupon: coupon.code || null,
            prorationDate: invoice?.prorationDate ?? null,
            amountDue: invoice?.amountDue ?? 0,
            taxLocation,
            ...paid,
          },
        }),
    );
    if (!answer) return;
    await cacheSubscription(answer);
    onDone();
    await toast({ tone: 'success', title: t('billing.plan.updated') });
  };

  const changing = useMutation({ mutationFn: change, onError: tell });

  const needsPlace = tax.place.country !== '' || isPlaceRequired(preview.error);
  const save = async () => {
    if (!price || !product || (needsPlace && !tax.check())) return;
    if (action === 'move') return setIsMoving(true);
    const invoice = preview.data ?? null;
    const agreed = await dialogs.confirm({
      title: t(confirmations[action], { product: product.title }),
      text: (
        <div className="pt-3">
          <CostBreakdown invoice={invoice} currency={price.currency} />
        </div>
      ),
      yes: t(`billing.plan.${action}`),
      no: t('common.action.cancel'),
    });
    if (agreed) changing.mutate({ price, invoice });
  };

  const tooSmall = action === 'select' ? null : exceedsSeats(preview.error);
  return {
    preview,
    /** Place to ask for, because Stripe Tax needs one and the organization has none (R-TAX-02). */
    tax: needsPlace ? tax : null,
    save,
    isSaving: changing.isPending,
    /** Refusal because members don't fit into the chosen plan (R-SUB-04). */
    blocked:
      tooSmall ??
      (changing.variables?.price.id === subscriptionPriceId ? exceedsSeats(changing.error) : null),
    dialog: (
      <>
        {payment.dialog}
        {isMoving && price && product && (
          <SwitchToFreePlan
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
}
