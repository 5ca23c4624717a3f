import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { availableProducts } from '#web/components/available-products.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangePlan } from './change-plan.tsx';
import { cameFromTrial, followingPlan, withTrial } from './choice.ts';
import { CurrentPlan } from './current-plan.tsx';

/** Renders the current plan or the plan picker. Without a plan the picker opens immediately. */
export function Plan({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useTranslation();
  const { data: plans } = useQuery(availableProducts);
  const [isChanging, setIsChanging] = useState(false);
  const { activeProduct } = subscription;
  const { tenant } = useSession();
  const keep = () => setIsChanging(false);
  return (
    <>
      {activeProduct && cameFromTrial(activeProduct, tenant.products) && (
        <Banner tone="info" role="status" title={t('billing.plan.trialEnded')}>
          {t('billing.plan.trialEndedText', { product: activeProduct.subscriptionProduct.title })}
        </Banner>
      )}
      {activeProduct ? (
        <CurrentPlan
          product={activeProduct}
          following={followingPlan(subscription, plans ?? [])}
          isChanging={isChanging}
          onChange={() => setIsChanging(true)}
        />
      ) : (
        <Banner tone="warning" role="status">
          {t('app.subscription.none')}
        </Banner>
      )}
      {(isChanging || !activeProduct) &&
        (plans ? (
          <ChangePlan
            // Resets the plan picker when the subscription ends.
            key={activeProduct?.id ?? 'none'}
            plans={withTrial(plans, subscription)}
            subscription={subscription}
            onDone={keep}
          />
        ) : (
          <Skeleton className="h-96 rounded-lg" />
        ))}
    </>
  );
}
