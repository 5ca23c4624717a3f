import { FileText } from 'lucide-react';
import { failureText } from '#web/components/errors/failure-text.ts';
import { InvoicePdf, useInvoiceColumns } from '#web/pages/sandbox/payments/invoice-columns.tsx';
import type { SandboxInvoice } from '#web/pages/sandbox/payments/records.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { usePortalMutation } from './portal.ts';

type Props = {
  session: string;
  invoices: readonly SandboxInvoice[];
};

/** Lists paid and open invoices with their PDF; open ones can be paid here. */
export function PortalInvoices({ session, invoices }: Props) {
  const { t } = useTranslation();
  const { number, date, status, total } = useInvoiceColumns();
  return (
    <Card title={t('sandbox.portal.invoices')} flush>
      <Table
        caption={t('sandbox.portal.invoices')}
        rows={invoices}
        rowKey={({ id }) => id}
        columns={[number, date, status, total]}
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
  const { id, number, status } = invoice;
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
      <InvoicePdf invoice={invoice} />
    </>
  );
}
