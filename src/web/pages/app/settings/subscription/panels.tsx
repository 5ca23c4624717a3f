import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { BillingDetailsCard } from './billing-details.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PayInvoices } from './pay-invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { OneTimePurchases } from './purchases.tsx';
import { OwnSupportActions } from './support-actions.tsx';
import { UsageCard } from './usage-card.tsx';

/** Renders plan, payment method, invoices and purchases, each in its own panel (R-SUB-14). */
export function SubscriptionPanels({ subscription }: { subscription: CurrentSubscription }) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('pay');
  // Without an id: everything that is open, which the newest invoice includes.
  const invoice = subscription.invoices.find(
    ({ id, amountToPay }) => amountToPay !== null && (requested === '' || requested === id),
  );
  return (
    <>
      {!subscription.providerReached && <ProviderUnavailable />}
      <PlanPanel subscription={subscription} />
      <UsageCard />
      <PaymentDetails subscription={subscription} />
      <BillingDetailsCard />
      <InvoiceList subscription={subscription} />
      <OwnSupportActions actions={subscription.supportActions} />
      <OneTimePurchases products={subscription.myProducts} />
      {invoice && (
        <PayInvoices
          subscription={subscription}
          invoice={invoice}
          onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
}

/**
 * Reports that the provider is unreachable, with a retry. Data stored here stays visible
 * (R-REL-04).
 */
function ProviderUnavailable() {
  const { t } = useTranslation();
  const { refetch, isFetching } = useQuery(subscriptionQuery());
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
