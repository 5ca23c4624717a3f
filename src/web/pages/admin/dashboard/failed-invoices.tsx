import { useInfiniteQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { failedInvoiceList, paidStates } from '#contract/lists/operator.ts';
import { fromMinor } from '#contract/money.ts';
import type { FailedInvoice } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useCurrencyFilter, useTenantColumn } from './figure-list.tsx';
import { PeriodControl } from './period-control.tsx';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.invoices.title' };

/** Lists the invoices whose payment failed in a period, with the day of the payment (R-OPR-09). */
export default function FailedInvoices() {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { months } = usePeriod();
  const organization = useTenantColumn<FailedInvoice>();
  const state = useDeclaredList(failedInvoiceList, {
    columns: [
      organization,
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
    ],
    filters: {
      paid: {
        label: t('figures.invoices.paid'),
        choices: choicesOf(paidStates, (paid) => t(`figures.paid.${paid}`)),
      },
      currency: useCurrencyFilter(),
    },
  });
  const list = useInfiniteQuery(
    listQuery(
      ['operator', 'failed invoices'],
      { ...state.query, months },
      api.overview.getFailedInvoices,
    ),
  );
  return (
    <FigureList<FailedInvoice>
      name="operator.failedInvoices"
      state={state}
      list={list}
      bar={<PeriodControl className="self-start" />}
      rows={loadedRows(list)}
      csv={exportList({ ...state.query, months }, api.overview.exportFailedInvoices)}
      rowKey={({ id }) => id}
      icon={<CreditCard aria-hidden />}
      title="figures.invoices.title"
      text="figures.invoices.text"
      empty="figures.invoices.empty"
      emptyText="figures.invoices.emptyText"
    />
  );
}
