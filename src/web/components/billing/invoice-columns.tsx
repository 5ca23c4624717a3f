import type { Invoice } from '#contract/invoices.ts';
import { fromMinor } from '#contract/money.ts';
import type { Translate } from '#locales/translation.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useTaxText } from './tax-location.ts';

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

/** Returns the columns of invoices, with lines and refunds in the language of the page. */
export function useCustomerInvoiceColumns(): ListColumn<Invoice>[] {
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
      render: (invoice) => <InvoiceLines {...invoice} />,
      csv: [
        {
          header: t('billing.invoices.description'),
          value: ({ lines }) => lines.map((line) => lineText(t, line)).join(', '),
        },
      ],
    },
    {
      key: 'status',
      header: t('billing.invoices.status'),
      render: ({ status, refunded, deferred, dueDate, dispute, currency }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          {isState(status) ? (
            <Badge tone={states[status]}>{t(`billing.invoices.state.${status}`)}</Badge>
          ) : (
            status
          )}
          {status === 'open' && dueDate && (
            <span className="text-muted">
              {t('billing.invoices.dueOn', { date: date(dueDate, 'short') })}
            </span>
          )}
          {status === 'paid' && deferred > 0 && (
            <Badge tone="info">
              {t('billing.preview.deferred')}: {money(fromMinor(deferred, currency), currency)}
            </Badge>
          )}
          {refunded > 0 && (
            <Badge tone="info">
              {t('support.invoices.refunded', {
                amount: money(fromMinor(refunded, currency), currency),
              })}
            </Badge>
          )}
          {dispute && (
            <Badge tone={dispute === 'lost' ? 'danger' : 'warning'}>
              {t(`billing.invoices.dispute.${dispute}`)}
            </Badge>
          )}
        </span>
      ),
    },
    {
      key: 'total',
      header: t('subscription.total'),
      align: 'end',
      phone: 'first',
      render: ({ total, currency }) => money(fromMinor(total, currency), currency),
      csv: [
        {
          header: t('subscription.total'),
          value: ({ total, currency }) => fromMinor(total, currency),
        },
        { header: t('lists.currency'), value: ({ currency }) => currency.toUpperCase() },
      ],
    },
  ];
}

/** Returns the text of a line in the language of the page; the provider's is in English. */
function lineText(t: Translate, line: Invoice['lines'][number]) {
  const { planName: plan, planInterval: interval, amount, proration } = line;
  if (proration) return t(`billing.invoices.${amount < 0 ? 'unused' : 'remaining'}`, { plan });
  if (line.priceType !== 'recurring') return plan;
  if (amount === 0 && line.priceUnitAmount > 0) return t('billing.invoices.trial', { plan });
  return isInterval(interval) ? `${plan} · ${t(`common.period.${periods[interval]}`)}` : plan;
}

/** Lists lines and taxes of an invoice, with their amounts when there are several. */
function InvoiceLines({ lines, taxes, currency }: Pick<Invoice, 'lines' | 'taxes' | 'currency'>) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const taxText = useTaxText();
  return (
    <ul role="list">
      {lines.map((line, index) => (
        <li key={index}>
          {lineText(t, line)}
          {lines.length + taxes.length > 1 && (
            <span className="text-muted tabular-nums">
              {' '}
              {money(fromMinor(line.amount, currency), currency)}
            </span>
          )}
        </li>
      ))}
      {taxes.map((tax, index) => (
        <li key={`tax ${index}`} className="text-muted tabular-nums">
          {taxText(tax)} {!tax.isReverseCharge && money(fromMinor(tax.amount, currency), currency)}
        </li>
      ))}
    </ul>
  );
}
