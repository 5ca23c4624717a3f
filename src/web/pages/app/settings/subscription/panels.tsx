import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Invoices } from './invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { Plan } from './plan.tsx';
import { Purchases } from './purchases.tsx';

/** Renders plan, payment method, invoices and purchases, each in its own panel (R-SUB-14). */
export function Panels({ subscription }: { subscription: CurrentSubscription }) {
  return (
    <>
      {!subscription.providerReached && <ProviderDown />}
      <Plan subscription={subscription} />
      <PaymentDetails subscription={subscription} />
      <Invoices subscription={subscription} />
      <Purchases products={subscription.myProducts} />
    </>
  );
}

/**
 * Reports that the provider is unreachable, with a retry. Data stored here stays visible
 * (R-REL-04).
 */
function ProviderDown() {
  const { t } = useTranslation();
  const { refetch, isFetching } = useQuery(currentSubscription());
  return (
    <Banner
      tone="warning"
      role="status"
      title={t('billing.provider.title')}
      action={
        <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
          {t('common.action.retry')}
        </Button>
      }
    >
      {t('billing.provider.text')}
    </Banner>
  );
}
