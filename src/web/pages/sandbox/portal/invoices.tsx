import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useAmount } from '#web/pages/sandbox/amounts.ts';
import type { SandboxInvoice } from '#web/pages/sandbox/payments/records.ts';
import { StatusBadge } from '#web/pages/sandbox/payments/status-badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { usePortalMutation } from './portal.ts';

interface Props {
  session: string;
  invoices: readonly SandboxInvoice[];
}

/** Lists paid and open invoices with their PDF; open ones can be paid here. */
export function PortalInvoices({ session, invoices }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const amount = useAmount();
  return (
    <Card title={t('sandbox.portal.invoices')} flush>
      <Table
        caption={t('sandbox.portal.invoices')}
        rows={invoices}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'number',
            header: t('sandbox.invoices.number'),
            render: ({ number, id }) => number ?? id,
          },
          {
            key: 'date',
            header: t('sandbox.invoices.date'),
            render: ({ created }) => date(created * 1_000, 'short'),
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
        ]}
        renderActions={(invoice) => <InvoiceActions session={session} invoice={invoice} />}
        empty={
          <EmptyState icon={<FileText aria-hidden />} title={t('sandbox.portal.noInvoices')} />
        }
      />
    </Card>
  );
}

function InvoiceActions({ session, invoice }: { session: string; invoice: SandboxInvoice }) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const pay = usePortalMutation<{ invoice: string }>(session, 'pay');
  const { id, number, status, invoice_pdf: pdf } = invoice;
  const payNow = () =>
    pay.mutate(
      { invoice: id },
      {
        onSuccess: () => void toast({ tone: 'success', title: t('sandbox.portal.paid') }),
        onError: (error) => void dialogs.error({ text: failureText(t, error) }),
      },
    );
  return (
    <>
      {status === 'open' && (
        <Button
          size="sm"
          aria-label={t('sandbox.portal.payOf', { number })}
          loading={pay.isPending}
          onClick={payNow}
        >
          {t('sandbox.portal.pay')}
        </Button>
      )}
      {pdf && (
        <a
          href={pdf}
          target="_blank"
          rel="noreferrer"
          aria-label={t('sandbox.invoices.pdfOf', { number })}
          className={buttonClass('white', 'sm')}
        >
          {t('sandbox.invoices.pdf')}
        </a>
      )}
    </>
  );
}
