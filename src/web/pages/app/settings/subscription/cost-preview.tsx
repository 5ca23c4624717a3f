import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import { fromMinor, type Currency } from '#contract/money.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface Props {
  query: UseQueryResult<UpcomingInvoice | null>;
  currency: Currency;
}

/** Renders the cost of a change: the amount due now, after proration, and at renewal (R-SUB-03). */
export function CostPreview({ query, currency }: Props) {
  const { t } = useTranslation();
  const { data, error, isLoading } = query;
  return (
    <section aria-live="polite" className="rounded-lg border border-line p-4">
      <h3 className="pb-3 text-sm font-medium">{t('billing.preview.title')}</h3>
      {isLoading && <Skeleton className="h-20" />}
      {error && <Banner tone="danger">{failureText(t, error)}</Banner>}
      {data !== undefined && !error && <CostBreakdown invoice={data} currency={currency} />}
    </section>
  );
}

type CostsProps = { invoice: UpcomingInvoice | null; currency: Currency };

/** Renders the amounts of a preview. A null invoice means that nothing is due. */
export function CostBreakdown({ invoice, currency }: CostsProps) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const shown = (minor: number) => money(fromMinor(minor), invoice?.currency ?? currency);
  const renewal = invoice?.nextRenewal;
  return (
    <DetailsList
      className="tabular-nums"
      details={[
        {
          key: 'due',
          label: t('billing.preview.dueNow'),
          value: <strong>{shown(invoice?.amountDue ?? 0)}</strong>,
        },
        ...(invoice && invoice.credit > 0
          ? [{ key: 'credit', label: t('billing.preview.credit'), value: shown(-invoice.credit) }]
          : []),
        ...(invoice?.currentPlanEnds
          ? [
              {
                key: 'until',
                label: t('billing.preview.paidUntil'),
                value: date(invoice.currentPlanEnds, 'short'),
              },
            ]
          : []),
        {
          key: 'renewal',
          label: t('billing.preview.renewal'),
          value: renewal
            ? t('billing.preview.renewalValue', {
                amount: shown(renewal.amount),
                date: date(renewal.date, 'short'),
              })
            : t('billing.preview.noRenewal'),
        },
      ]}
    />
  );
}
