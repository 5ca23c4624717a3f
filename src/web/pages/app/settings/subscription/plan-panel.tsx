import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangePlan } from './change-plan.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { hasEndedTrial, followingPlan, plansWithTrial } from './plan-options.ts';

/** Renders the current plan or the plan picker. Without a plan the picker opens immediately. */
export function PlanPanel({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useTranslation();
  const { data: plans } = useQuery(availableProductsQuery);
  const [isChanging, setIsChanging] = useState(false);
  const { activeProduct } = subscription;
  const { tenant } = useSession();
  const keep = () => setIsChanging(false);
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
          following={followingPlan(subscription, plans ?? [])}
          isChanging={isChanging}
          onChange={() => setIsChanging(true)}
        />
      ) : (
        <Banner tone="warning" role="status">
          {t('subscription.none')}
        </Banner>
      )}
      {(isChanging || !activeProduct) &&
        (plans ? (
          <ChangePlan
            // Resets the plan picker when the subscription ends.
            key={activeProduct?.id ?? 'none'}
            plans={plansWithTrial(plans, subscription)}
            subscription={subscription}
            onDone={keep}
          />
        ) : (
          <Skeleton className="h-96 rounded-lg" />
        ))}
    </>
  );
}
