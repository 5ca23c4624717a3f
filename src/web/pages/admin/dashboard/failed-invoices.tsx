import { useInfiniteQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fromMinor } from '#contract/money.ts';
import type { FailedInvoice } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useTenantColumn } from './figure-list.tsx';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.invoices.title' };

/** Lists the invoices whose payment failed in a period, with the day of the payment (R-OPR-09). */
export default function FailedInvoices() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { filter } = usePeriod();
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'failed invoices', filter], (range) =>
      api.overview.getFailedInvoices({ query: { ...range, ...filter } }),
    ),
  );
  return (
    <FigureList<FailedInvoice>
      list={list}
      rows={loadedRows(list)}
      rowKey={({ id }) => id}
      icon={<CreditCard aria-hidden />}
      title="figures.invoices.title"
      text="figures.invoices.text"
      empty="figures.invoices.empty"
      emptyText="figures.invoices.emptyText"
      columns={[
        useTenantColumn(),
        {
          key: 'failed',
          header: t('figures.invoices.failed'),
          render: ({ failedAt }) => <DateTime day at={failedAt} />,
        },
        {
          key: 'paid',
          header: t('figures.invoices.paid'),
          render: ({ paidAt }) =>
            paidAt ? (
              <Badge tone="success">
                <DateTime day at={paidAt} />
              </Badge>
            ) : (
              <Badge tone="danger">{t('figures.invoices.unpaid')}</Badge>
            ),
        },
        {
          key: 'amount',
          header: t('figures.invoices.amount'),
          align: 'end',
          phone: 'first',
          render: ({ amount, currency }) => money(fromMinor(amount, currency), currency),
        },
      ]}
    />
  );
}
