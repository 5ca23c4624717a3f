import { taxIdTypes } from '#contract/billing/details.ts';
import { taxTerms } from '#contract/billing/tax.ts';
import type { Invoice } from '#contract/invoices.ts';
import { currencyDigits, fromMinor, moneyFormatter } from '#contract/money.ts';
import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { formatDay } from '#server/platform/mail/compose.ts';
import type { InvoiceDocument } from '#server/platform/stripe/invoice-document.ts';
import { debtsOf } from '#server/platform/stripe/invoice-snapshot.ts';
import { hasUnknownLetters } from './letters.ts';

/** Line of an invoice with its plan. */
type InvoiceRecordLine = Invoice['lines'][number];

/** Content of an invoice's PDF. */
export type InvoiceDrawing = {
  document: InvoiceDocument;
  /** Lines with the plans of our catalog, in the order of the document's. */
  lines: readonly InvoiceRecordLine[];
  locale: Locale;
  /** The operator's details beside the name. */
  seller: { email: string; address: string | null };
};

/** Names of the periods, by the intervals of an invoice line. */
const periods = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' } as const;
const isInterval = (interval: string): interval is keyof typeof periods => interval in periods;

/** Returns what a line is for; the provider's description is in English. */
export function lineText(locale: Locale, line: InvoiceRecordLine): string {
  const { planName: plan, planInterval: interval, amount, proration } = line;
  if (proration) {
    const part = amount < 0 ? 'unused' : 'remaining';
    return translate(locale, `billing.invoices.${part}`, { plan });
  }
  if (line.priceType !== 'recurring') return plan;
  if (amount === 0 && line.priceUnitAmount > 0) {
    return translate(locale, 'billing.invoices.trial', { plan });
  }
  if (!isInterval(interval)) return plan;
  return `${plan} · ${translate(locale, `common.period.${periods[interval]}`)}`;
}

/** Returns a formatter of minor units; with the code of the currency where the fonts lack its symbol (R-INV-06). */
export function invoiceMoney(locale: Locale, currency: string) {
  const usual = moneyFormatter(locale, currency);
  const format = hasUnknownLetters(usual(0))
    ? moneyFormatter(locale, currency, { ...currencyDigits(currency), currencyDisplay: 'code' })
    : usual;
  return (minor: number) => format(fromMinor(minor, currency));
}

const states = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
const isState = (status: string): status is (typeof states)[number] =>
  states.some((state) => state === status);

/** Returns the facts at the top, as label and value: number, days, state, order reference. */
export function factRows({ document, locale }: InvoiceDrawing): [label: string, value: string][] {
  const { status, number, id, issuedAt, paidAt, dueAt, purchaseOrder } = document;
  const state = isState(status) ? translate(locale, `invoice.state.${status}`) : status;
  return [
    [translate(locale, 'invoice.number'), number ?? id],
    [translate(locale, 'invoice.issued'), formatDay({ locale }, issuedAt)],
    paidAt
      ? [translate(locale, 'invoice.paidOn'), formatDay({ locale }, paidAt)]
      : [translate(locale, 'invoice.dueOn'), formatDay({ locale }, dueAt)],
    [translate(locale, 'invoice.status'), state],
    ...(purchaseOrder === null
      ? []
      : ([[translate(locale, 'invoice.purchaseOrder'), purchaseOrder]] satisfies [
          string,
          string,
        ][])),
  ];
}

/** Returns the period of a line. */
export const periodText = (locale: Locale, { from, to }: { from: Date; to: Date }) =>
  `${formatDay({ locale }, from)} – ${formatDay({ locale }, to)}`;

/** Returns the lines about the seller: name, address, tax ids, email. */
export const sellerBlock = ({ document, seller }: InvoiceDrawing): string[] =>
  [document.sellerName, seller.address ?? '', ...document.sellerTaxIds, seller.email].filter(
    (line) => line !== '',
  );

/** Returns the lines about the customer: legal name, address, tax ids, email. */
export function customerBlock({ document, locale }: InvoiceDrawing): string[] {
  const { customerName, customerAddress: address, customerTaxIds, customerEmail } = document;
  const country = address?.country
    ? new Intl.DisplayNames(locale, { type: 'region' }).of(address.country)
    : '';
  const place = [address?.postal_code, address?.city, address?.state].filter(Boolean).join(' ');
  return [
    customerName,
    address?.line1 ?? '',
    address?.line2 ?? '',
    place,
    country ?? '',
    ...customerTaxIds.map(({ type, value }) => `${taxIdName(locale, type)}: ${value}`),
    customerEmail ?? '',
    [customerName, ...Object.values(address ?? {})].some((part) => hasUnknownLetters(part ?? ''))
      ? translate(locale, 'invoice.unknownLetters')
      : '',
  ].filter((line) => line !== '');
}

function taxIdName(locale: Locale, type: string) {
  const known = taxIdTypes.find((name) => name === type);
  return known ? translate(locale, `invoice.taxId.${known}`) : translate(locale, 'invoice.taxIds');
}

type TotalRow = { label: string; amount: number | null; isStrong?: boolean };

/** Returns the sums: before discounts and taxes, each tax, the total, what is paid and due. */
export function totalRows({ document, locale }: InvoiceDrawing): TotalRow[] {
  const { subtotal, discount, taxes, total, amountPaid, amountRemaining } = document;
  const { owedBefore, deferred } = debtsOf(document);
  const taxed = taxes.reduce((sum, { amount }) => sum + amount, 0);
  return [
    { label: translate(locale, 'invoice.subtotal'), amount: subtotal },
    ...(discount > 0 ? [{ label: translate(locale, 'invoice.discount'), amount: -discount }] : []),
    ...(taxes.length > 0
      ? [{ label: translate(locale, 'invoice.beforeTax'), amount: total - taxed }]
      : []),
    ...taxes.map((tax) => taxRow(locale, tax)),
    { label: translate(locale, 'invoice.total'), amount: total },
    ...(owedBefore > 0
      ? [{ label: translate(locale, 'invoice.owedBefore'), amount: owedBefore }]
      : []),
    ...(deferred > 0 ? [{ label: translate(locale, 'invoice.deferred'), amount: -deferred }] : []),
    { label: translate(locale, 'invoice.amountPaid'), amount: amountPaid },
    { label: translate(locale, 'invoice.amountDue'), amount: amountRemaining, isStrong: true },
  ];
}

function taxRow(locale: Locale, tax: InvoiceDrawing['document']['taxes'][number]): TotalRow {
  if (tax.isReverseCharge) return { label: translate(locale, 'invoice.reverseCharge'), amount: 0 };
  const terms = taxTerms(locale, tax);
  const name = translate(locale, `billing.tax.kind.${tax.kind}`);
  return { label: terms === '' ? name : `${name} (${terms})`, amount: tax.amount };
}
