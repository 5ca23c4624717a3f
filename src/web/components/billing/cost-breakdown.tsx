import type { InvoiceTax } from '#contract/billing/tax.ts';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import { fromMinor, type Currency } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { DetailsList } from '#web/ui/details-list.tsx';
import { useTaxText } from './tax-location.ts';

type CostsProps = { invoice: UpcomingInvoice | null; currency: Currency };

/** Renders the amounts of a preview, and the discounts that its code ends. A null invoice means that nothing is due. */
export function CostBreakdown({ invoice, currency }: CostsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Amounts invoice={invoice} currency={currency} />
      {invoice?.replacedDiscounts.map((name) => (
        <p key={name} className="pt-3 text-sm text-muted">
          {t('billing.preview.replaces', { name })}
        </p>
      ))}
    </>
  );
}

function Amounts({ invoice, currency }: CostsProps) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const taxText = useTaxText();
  const paidIn = invoice?.currency ?? currency;
  const shown = (minor: number) => money(fromMinor(minor, paidIn), paidIn);
  const renewal = invoice?.nextRenewal;
  const toTaxRows = (taxes: readonly InvoiceTax[]) =>
    taxes.map((tax, index) => ({
      key: `tax ${index}`,
      label: taxText(tax),
      value: tax.isReverseCharge ? '' : shown(tax.amount),
    }));
  const taxRows =
    invoice && invoice.taxes.length > 0
      ? [
          {
            key: 'net',
            label: t('billing.tax.excluding'),
            value: shown(invoice.totalExcludingTax),
          },
          ...toTaxRows(invoice.taxes),
        ]
      : [];
  return (
    <DetailsList
      className="tabular-nums"
      details={[
        ...taxRows,
        {
          key: 'due',
          label: t('billing.preview.dueNow'),
          value: <strong>{shown(invoice?.amountDue ?? 0)}</strong>,
        },
        ...(invoice && invoice.owedBefore > 0
          ? [
              {
                key: 'owed',
                label: t('billing.preview.owedBefore'),
                value: shown(invoice.owedBefore),
              },
            ]
          : []),
        ...(invoice && invoice.deferred > 0
          ? [
              {
                key: 'deferred',
                label: t('billing.preview.deferred'),
                value: shown(invoice.deferred),
              },
            ]
          : []),
        ...(invoice && invoice.credit > 0
          ? [{ key: 'credit', label: t('billing.preview.credit'), value: shown(-invoice.credit) }]
          : []),
        ...(invoice?.currentPlanEnds
          ? [
              {
                key: 'until',
                label: t('billing.preview.paidUntil'),
                value: date(invoice.currentPlanEnds, 'short'),
              },
            ]
          : []),
        {
          key: 'renewal',
          label: t('billing.preview.renewal'),
          value: renewal
            ? t('billing.preview.renewalValue', {
                amount: shown(renewal.amount),
                date: date(renewal.date, 'short'),
              })
            : t('billing.preview.noRenewal'),
        },
        ...(invoice?.taxes.length === 0 ? toTaxRows(renewal?.taxes ?? []) : []),
      ]}
    />
  );
}
