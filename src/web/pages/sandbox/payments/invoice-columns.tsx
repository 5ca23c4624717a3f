import { useFormats } from '#web/components/use-formats.ts';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table.tsx';
import type { SandboxInvoice } from './records.ts';
import { StatusBadge } from './status-badge.tsx';

/** Returns the columns of an invoice by name. */
export function useInvoiceColumns() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const amount = useAmount();
  return {
    number: {
      key: 'number',
      header: t('sandbox.invoices.number'),
      render: ({ number, id }) => number ?? id,
    },
    customer: {
      key: 'customer',
      header: t('sandbox.customers.name'),
      render: ({ customer_name: name, customer_email: email }) => name ?? email,
    },
    status: {
      key: 'status',
      header: t('sandbox.subscriptions.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    total: {
      key: 'total',
      header: t('sandbox.invoices.total'),
      align: 'end',
      phone: 'first',
      render: ({ total, currency }) => amount(total, currency),
    },
    date: {
      key: 'date',
      header: t('sandbox.invoices.date'),
      render: ({ created }) => date(created * 1_000, 'short'),
    },
  } satisfies Record<string, Column<SandboxInvoice>>;
}

/** Links to the PDF of an invoice that has one. */
export function InvoicePdf({ invoice: { invoice_pdf: url, number } }: { invoice: SandboxInvoice }) {
  const { t } = useTranslation();
  return (
    url && (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('sandbox.invoices.pdfOf', { number })}
        className={buttonClass('white', 'sm')}
      >
        {t('sandbox.invoices.pdf')}
      </a>
    )
  );
}
