import { FileText, ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { useInvoiceList } from '#web/components/billing/use-invoice-list.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Lists the invoices, newest first, with lines and PDF (R-SUB-14). */
export function InvoiceList({ subscription }: { subscription: CurrentSubscription }) {
  const { t, locale } = useTranslation();
  const { invoices, providerReached } = subscription;
  const { state, rows, csv } = useInvoiceList(invoices);
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
              render={<Link to={`?pay=${id}`} replace preventScrollReset />}
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
