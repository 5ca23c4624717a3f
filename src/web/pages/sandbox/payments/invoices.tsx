import { FileText } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { InvoicePdf, useInvoiceColumns } from './invoice-columns.tsx';
import { NewestRecords } from './newest-records.tsx';
import type { SandboxRecords } from './records.ts';

export function SandboxInvoiceTable({ invoices }: SandboxRecords) {
  const { t } = useTranslation();
  const { number, customer, status, total, date } = useInvoiceColumns();
  return (
    <NewestRecords
      caption={t('sandbox.invoices.title')}
      rows={invoices}
      columns={[number, customer, status, total, date]}
      renderActions={(invoice) => <InvoicePdf invoice={invoice} />}
      empty={
        <EmptyState icon={<FileText aria-hidden />} title={t('sandbox.invoices.empty')}>
          {t('sandbox.customers.emptyText')}
        </EmptyState>
      }
    />
  );
}
