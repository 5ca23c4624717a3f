import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { planEndQuery } from '#web/components/billing/plan-end-query.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangePlan } from './change-plan.tsx';
import { CurrentPlan } from './current-plan.tsx';
import {
  hasEndedTrial,
  followingPlan,
  plansWithTrial,
  smallerPlan,
  withPaidPlanFirst,
} from './plan-options.ts';

/** Renders the current plan or the plan picker. Without a plan the picker opens immediately. */
export function PlanPanel(props: { subscription: CurrentSubscription }) {
  const subscription = withPaidPlanFirst(props.subscription);
  const { t } = useTranslation();
  const { data: plans, error } = useQuery(availableProductsQuery);
  const { data: end } = useQuery(planEndQuery());
  /** The change of plan while it is open, with the price that is selected first. */
  const [params] = useSearchParams();
  const asked = params.get('price');
  const [change, setChange] = useState<{ priceId: string | null } | null>(
    asked ? { priceId: asked } : null,
  );
  const { activeProduct } = subscription;
  const { tenant } = useSession();
  // The current plan is shown without them, the picker is not.
  if (error && !plans && (change || !activeProduct)) throw error;
  return (
    <>
      {activeProduct && hasEndedTrial(activeProduct, tenant.products) && (
        <Banner tone="info" role="status" title={t('billing.plan.trialEnded')}>
          {t('billing.plan.trialEndedText', { product: activeProduct.subscriptionProduct.title })}
        </Banner>
      )}
      {activeProduct ? (
        <CurrentPlan
          product={activeProduct}
          invoices={subscription.invoices}
          collectionPaused={subscription.collectionPaused}
          following={followingPlan(subscription, end)}
          smaller={smallerPlan(plans ?? [], activeProduct, tenant.seatsTaken)}
          end={end}
          isChanging={change !== null}
          onChange={(priceId) => setChange({ priceId })}
        />
      ) : (
        <Banner tone="warning" role="status">
          {t('subscription.none')}
        </Banner>
      )}
      {(change || !activeProduct) &&
        (plans ? (
          <ChangePlan
            // Resets the plan picker when the subscription ends or another price is offered.
            key={`${activeProduct?.id ?? 'none'} ${change?.priceId}`}
            plans={plansWithTrial(plans, subscription)}
            subscription={subscription}
            firstPriceId={change?.priceId ?? null}
            // Another one may have been opened while this one was being completed.
            onDone={() => setChange((current) => (current === change ? null : current))}
          />
        ) : (
          <Skeleton className="h-96 rounded-lg" />
        ))}
    </>
  );
}
