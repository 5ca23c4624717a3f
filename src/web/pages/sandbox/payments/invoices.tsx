import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#web/components/use-formats.ts';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxInvoice, SandboxRecords } from './records.ts';
import { StatusBadge } from './status-badge.tsx';

export function SandboxInvoiceTable({ invoices }: SandboxRecords) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const amount = useAmount();
  const pdf = ({ invoice_pdf: url, number }: SandboxInvoice) =>
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
    );
  return (
    <NewestRecords
      caption={t('sandbox.invoices.title')}
      rows={invoices}
      columns={[
        {
          key: 'number',
          header: t('sandbox.invoices.number'),
          render: ({ number, id }) => number ?? id,
        },
        {
          key: 'customer',
          header: t('sandbox.customers.name'),
          render: ({ customer_name: name, customer_email: email }) => name ?? email,
        },
        {
          key: 'status',
          header: t('sandbox.subscriptions.status'),
          render: ({ status }) => <StatusBadge status={status} />,
        },
        {
          key: 'total',
          header: t('sandbox.invoices.total'),
          align: 'end',
          render: ({ total, currency }) => amount(total, currency),
        },
        {
          key: 'date',
          header: t('sandbox.invoices.date'),
          render: ({ created }) => date(created * 1_000, 'short'),
        },
      ]}
      renderActions={pdf}
      empty={
        <EmptyState icon={<FileText aria-hidden />} title={t('sandbox.invoices.empty')}>
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}
