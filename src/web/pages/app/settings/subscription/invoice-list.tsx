import type { TFunction } from 'i18next';
import { FileText, ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Invoice } from '#contract/invoices.ts';
import { fromMinor } from '#contract/money.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

const states = {
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  uncollectible: 'danger',
  void: 'neutral',
} as const;
const isState = (status: string): status is keyof typeof states => status in states;

/** Names of the periods, by the intervals of an invoice line. */
const periods = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;
const isInterval = (interval: string): interval is keyof typeof periods => interval in periods;

/** Lists the invoices, newest first, with lines and PDF (R-SUB-14). */
export function InvoiceList({ subscription }: { subscription: CurrentSubscription }) {
  const { t } = useTranslation();
  const columns = useColumns();
  const { invoices, providerReached } = subscription;
  return (
    <Card title={t('subscription.invoices')} flush>
      <Table
        caption={t('subscription.invoices')}
        rows={invoices}
        rowKey={({ id }) => id}
        columns={columns}
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
                render={<a href={invoicePdf} target="_blank" rel="noreferrer" />}
              >
                <FileText aria-hidden />
              </IconButton>
            )}
          </>
        )}
      />
    </Card>
  );
}

const useColumns = (): Column<Invoice>[] => {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  return [
    {
      key: 'date',
      header: t('subscription.date'),
      render: ({ created }) => date(created, 'short'),
    },
    {
      key: 'number',
      header: t('subscription.number'),
      render: ({ number }) => number ?? '–',
    },
    {
      key: 'lines',
      header: t('billing.invoices.description'),
      render: ({ lines, currency }) => <InvoiceLines lines={lines} currency={currency} />,
    },
    {
      key: 'status',
      header: t('billing.invoices.status'),
      render: ({ status }) =>
        isState(status) ? (
          <Badge tone={states[status]}>{t(`billing.invoices.state.${status}`)}</Badge>
        ) : (
          status
        ),
    },
    {
      key: 'total',
      header: t('subscription.total'),
      align: 'end',
      phone: 'first',
      render: ({ total, currency }) => money(fromMinor(total), currency),
    },
  ];
};

/** Returns the text of a line in the language of the page; the provider's is in English. */
const lineText = (t: TFunction, line: Invoice['lines'][number]) => {
  const { planName: plan, planInterval: interval, amount, proration } = line;
  if (proration) return t(`billing.invoices.${amount < 0 ? 'unused' : 'remaining'}`, { plan });
  if (line.priceType !== 'recurring') return plan;
  if (amount === 0 && line.priceUnitAmount > 0) return t('billing.invoices.trial', { plan });
  return isInterval(interval) ? `${plan} · ${t(`common.period.${periods[interval]}`)}` : plan;
};

/** Lists the lines of an invoice, with their amounts when there are several. */
function InvoiceLines({ lines, currency }: Pick<Invoice, 'lines' | 'currency'>) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <ul role="list">
      {lines.map((line, index) => (
        <li key={index}>
          {lineText(t, line)}
          {lines.length > 1 && (
            <span className="text-muted tabular-nums">
              {' '}
              {money(fromMinor(line.amount), currency)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
