import { useQuery } from '@tanstack/react-query';
import { FileText, ReceiptText } from 'lucide-react';
import { useSearchParams, Link } from 'react-router';
import { ownSupportActionList } from '#contract/lists/local.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import type { SupportAction } from '#contract/support/actions.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { useInvoiceList } from '#web/components/billing/use-invoice-list.ts';
import { useSupportTexts } from '#web/components/billing/use-support-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BillingDetailsCard } from './billing-details.tsx';
import { PayInvoices } from './pay-invoices.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { OneTimePurchases } from './purchases.tsx';
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
      <div id="invoices" className="min-w-0 scroll-mt-20">
        <InvoiceList subscription={subscription} />
      </div>
      <OwnSupportActions actions={subscription.supportActions} />
      <OneTimePurchases products={subscription.myProducts} />
      {invoice && (
        <PayInvoices
          subscription={subscription}
          invoice={invoice}
          onClose={() =>
            setParams(withInvoiceToPay(null), { replace: true, preventScrollReset: true })
          }
        />
      )}
    </>
  );
}

/** Returns the change of the address that opens or closes the payment: lists keep their search, filters and order. */
const withInvoiceToPay = (id: string | null) => (params: URLSearchParams) => {
  const changed = new URLSearchParams(params);
  if (id === null) changed.delete('pay');
  else changed.set('pay', id);
  return changed;
};

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

/** Lists what operators did for the organization, and why; nothing if they did nothing (R-SUP-01). */
function OwnSupportActions({ actions }: { actions: readonly SupportAction[] }) {
  const { t } = useTranslation();
  const describe = useSupportTexts();
  const { state, rows, csv } = useLocalList(actions, ownSupportActionList, {
    scope: 'support',
    columns: [
      { key: 'what', header: t('support.actions.what'), render: describe },
      {
        key: 'reason',
        header: t('support.actions.reason'),
        render: ({ reason }) => (
          <p className="max-w-prose wrap-anywhere whitespace-pre-line">{reason}</p>
        ),
      },
      {
        key: 'when',
        header: t('support.actions.when'),
        render: ({ at }) => <DateTime day at={at} />,
      },
    ],
    filters: { when: { label: t('support.actions.when') } },
    values: { what: describe, reason: ({ reason }) => reason, when: ({ at }) => at },
  });
  if (actions.length === 0) return null;
  return (
    <DataList
      name="supportActions"
      caption={t('support.actions.ownTitle')}
      description={t('support.actions.ownText')}
      hasTitle
      isPanel
      count={actions.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
}

/** Lists the invoices, newest first, with lines and PDF (R-SUB-14). */
function InvoiceList({ subscription }: { subscription: CurrentSubscription }) {
  const { t, locale } = useTranslation();
  const { invoices, providerReached } = subscription;
  const { state, rows, csv } = useInvoiceList(invoices);
  const [params] = useSearchParams();
  return (
    <DataList
      name="invoices"
      caption={t('subscription.invoices')}
      hasTitle
      isPanel
      count={invoices.length}
      state={state}
      rows={rows}
      csv={csv}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={<ReceiptText aria-hidden />}
          title={t(providerReached ? 'billing.invoices.empty' : 'billing.invoices.unknown')}
        >
          {providerReached && t('billing.invoices.emptyText')}
        </EmptyState>
      }
      renderActions={({ id, invoicePdf, number, amountToPay }) => (
        <>
          {amountToPay !== null && (
            <Button
              size="sm"
              variant="secondary"
              aria-label={t('billing.invoices.pay', { number: number ?? '' })}
              render={<Link to={`?${withInvoiceToPay(id)(params)}`} replace preventScrollReset />}
            >
              {t('billing.pay.action')}
            </Button>
          )}
          {invoicePdf && (
            <IconButton
              label={t('billing.invoices.pdf', { number: number ?? '' })}
              render={<a href={`${invoicePdf}&lang=${locale}`} target="_blank" rel="noreferrer" />}
            >
              <FileText aria-hidden />
            </IconButton>
          )}
        </>
      )}
    />
  );
}
