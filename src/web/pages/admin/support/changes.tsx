import type { Invoice } from '#contract/invoices.ts';
import { fromMinor } from '#contract/money.ts';
import {
  creditInput,
  receiptInput,
  refundInput,
  trialInput,
  type SupportRecord,
} from '#contract/support/support.ts';
import { api } from '#web/api/api.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { DialogText, SupportDialog } from './dialog.tsx';

type Props = {
  record: SupportRecord;
  onClose: () => void;
};

const amountField = { amount: { kind: 'Money' } } as const;
const refundFields = {
  amount: { kind: 'Money', optional: true },
  ends: { kind: 'Bool' },
} as const;
const untilField = { until: { kind: 'Date' } } as const;

/** Credits the balance of an organization (R-SUP-03). */
export function CreditDialog({ record: { tenant, currency }, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <SupportDialog
      title={t('support.credit.title', { name: tenant.name })}
      submit={t('support.credit.submit')}
      done={t('support.credit.done')}
      fields={amountField}
      schema={creditInput}
      defaultValues={{ amount: null, currency }}
      send={(body) => api.support.credit({ params: { id: tenant.id }, body })}
      onClose={onClose}
    >
      <DialogText>{t('support.credit.text')}</DialogText>
      <EntityField
        name="amount"
        field={amountField.amount}
        label={t('support.field.amount')}
        disabled={false}
      />
    </SupportDialog>
  );
}

/** Extends the running trial of an organization (R-SUP-05). */
export function TrialDialog({ record: { tenant, products }, onClose }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const ends = (products[0]?.trialEnds ?? 0) * 1_000;
  return (
    <SupportDialog
      title={t('support.trial.title', { name: tenant.name })}
      submit={t('support.trial.submit')}
      done={t('support.trial.done')}
      fields={untilField}
      schema={trialInput}
      send={(body) => api.support.extendTrial({ params: { id: tenant.id }, body })}
      onClose={onClose}
    >
      <DialogText>{t('support.trial.text', { date: date(ends, 'long') })}</DialogText>
      <EntityField
        name="until"
        field={untilField.until}
        label={t('support.field.until')}
        hint={t('support.hint.until')}
        disabled={false}
      />
    </SupportDialog>
  );
}

type InvoiceProps = Props & { invoice: Invoice };

/** Refunds an invoice in full or in part (R-SUP-04). */
export function RefundDialog({ record: { tenant }, invoice, onClose }: InvoiceProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { id: invoiceId, currency, number } = invoice;
  const left = money(fromMinor(invoice.amountPaid - invoice.refunded, currency), currency);
  return (
    <SupportDialog
      title={t('support.refund.title', { number: number ?? '' })}
      submit={t('support.refund.submit')}
      done={t('support.refund.done')}
      fields={refundFields}
      schema={refundInput.omit({ invoiceId: true })}
      defaultValues={{ amount: null, currency, ends: false }}
      send={(body) =>
        api.support.refund({ params: { id: tenant.id }, body: { ...body, invoiceId } })
      }
      onClose={onClose}
    >
      <DialogText>{t('support.invoices.left', { amount: left })}</DialogText>
      <EntityField
        name="amount"
        field={refundFields.amount}
        label={t('support.field.amount')}
        hint={t('support.hint.refund')}
        disabled={false}
      />
      <EntityField
        name="ends"
        field={refundFields.ends}
        label={t('support.refund.ends')}
        hint={t('support.refund.endsHint')}
        disabled={false}
      />
    </SupportDialog>
  );
}

/** Sends the receipt of an invoice again (R-SUP-06). */
export function ReceiptDialog({ record: { tenant }, invoice, onClose }: InvoiceProps) {
  const { t } = useTranslation();
  const { id: invoiceId, number } = invoice;
  return (
    <SupportDialog
      title={t('support.receipt.title', { number: number ?? '' })}
      submit={t('support.receipt.submit')}
      done={t('support.receipt.done')}
      fields={{}}
      schema={receiptInput.omit({ invoiceId: true })}
      send={(body) =>
        api.support.resendReceipt({ params: { id: tenant.id }, body: { ...body, invoiceId } })
      }
      onClose={onClose}
    >
      <DialogText>{t('support.receipt.text')}</DialogText>
    </SupportDialog>
  );
}
