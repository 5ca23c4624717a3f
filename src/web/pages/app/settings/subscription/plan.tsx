import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { availableProducts } from '#web/components/available-products.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangePlan } from './change-plan.tsx';
import { CurrentPlan } from './current-plan.tsx';

/** The plan, to be seen or to be changed. Who has none sees at once what there is. */
export function Plan({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useTranslation();
  const { data: plans } = useQuery(availableProducts);
  const [isChanging, setIsChanging] = useState(false);
  const { activeProduct } = subscription;
  const keep = () => setIsChanging(false);
  return (
    <>
      {activeProduct ? (
        <CurrentPlan
          product={activeProduct}
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
            // Once a subscription has ended, the choice begins anew (section 4).
            key={activeProduct?.id ?? 'none'}
            plans={plans}
            subscription={subscription}
            onDone={keep}
          />
        ) : (
          <Skeleton className="h-96 rounded-lg" />
        ))}
    </>
  );
}
