import type { Invoice } from '#contract/invoices.ts';
import { invoiceList } from '#contract/lists/local.ts';
import { fromMinor } from '#contract/money.ts';
import { choicesOf, useLocalList } from '#web/components/lists/use-declared-list.ts';
import { useTranslation } from '#web/session/translation.ts';
import { useCustomerInvoiceColumns } from './invoice-columns.tsx';

const statuses = ['open', 'paid', 'uncollectible', 'void'] as const;

/**
 * Returns the list of an organization's invoices. The payment provider neither searches nor sorts them: the server
 * reads the newest hundred, which the browser searches, filters and sorts.
 */
export function useInvoiceList(invoices: readonly Invoice[]) {
  const { t } = useTranslation();
  return useLocalList(invoices, invoiceList, {
    scope: 'invoices',
    columns: useCustomerInvoiceColumns(),
    filters: {
      status: {
        label: t('billing.invoices.status'),
        choices: choicesOf(statuses, (status) => t(`billing.invoices.state.${status}`)),
      },
      date: { label: t('subscription.date') },
      total: { label: t('subscription.total') },
    },
    values: {
      date: ({ created }) => created,
      number: ({ number }) => number,
      lines: ({ lines }) => lines.map(({ planName }) => planName).join(' '),
      status: ({ status }) => status,
      total: ({ total, currency }) => fromMinor(total, currency),
    },
  });
}
