import { FileText, ReceiptText, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Invoice } from '#contract/invoices.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import { useInvoiceList } from '#web/components/billing/use-invoice-list.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { RowMenu } from '#web/pages/admin/row-menu.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MenuItem } from '#web/ui/menu/menu.tsx';
import { ReceiptDialog, RefundDialog } from './changes.tsx';

type Open = { dialog: 'refund' | 'receipt'; invoice: Invoice };

/** Lists the invoices of an organization, with refund and receipt (R-SUP-04, R-SUP-06). */
export function Invoices({ record }: { record: SupportRecord }) {
  const { t, locale } = useTranslation();
  const may = useMayCall();
  const [open, setOpen] = useState<Open | null>(null);
  const onClose = () => setOpen(null);
  const { invoices, providerReached } = record;
  const { state, rows, csv } = useInvoiceList(invoices);
  return (
    <>
      <DataList
        name="operator.invoices"
        caption={t('subscription.invoices')}
        hasTitle
        isPanel
        count={invoices.length}
        state={state}
        rows={rows}
        csv={csv}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<ReceiptText aria-hidden />}
            title={t(providerReached ? 'billing.invoices.empty' : 'billing.invoices.unknown')}
          />
        }
        renderActions={(invoice) => (
          <RowMenu name={invoice.number ?? ''}>
            {invoice.invoicePdf && (
              <MenuItem
                icon={<FileText aria-hidden />}
                render={
                  <a
                    href={`${invoice.invoicePdf}&lang=${locale}`}
                    target="_blank"
                    rel="noreferrer"
                  />
                }
              >
                {t('billing.invoices.pdf', { number: invoice.number ?? '' })}
              </MenuItem>
            )}
            {may('support/resendReceipt') && invoice.amountPaid > 0 && (
              <MenuItem
                icon={<ReceiptText aria-hidden />}
                onClick={() => setOpen({ dialog: 'receipt', invoice })}
              >
                {t('support.action.resendReceipt')}
              </MenuItem>
            )}
            {may('support/refund') && invoice.amountPaid > 0 && (
              <MenuItem
                icon={<RotateCcw aria-hidden />}
                onClick={() => setOpen({ dialog: 'refund', invoice })}
              >
                {t('support.action.refund')}
              </MenuItem>
            )}
          </RowMenu>
        )}
      />
      {open?.dialog === 'refund' && <RefundDialog {...{ record, onClose, ...open }} />}
      {open?.dialog === 'receipt' && <ReceiptDialog {...{ record, onClose, ...open }} />}
    </>
  );
}
