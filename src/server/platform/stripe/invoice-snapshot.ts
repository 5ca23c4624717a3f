import type { Stripe } from 'stripe';
import type { InvoiceTax } from '#contract/billing/tax.ts';
import { disputeStateOf, type InvoiceDispute } from './dispute-snapshot.ts';
import { chargesOf, subscriptionIdOf } from './payment-snapshot.ts';
import {
  dateOf,
  idOf,
  isPausedBySuspension,
  type ProviderSubscription,
} from './subscription-snapshot.ts';
import { toInvoiceTaxes, type TaxRates } from './taxes.ts';

/** One line of an invoice; amounts in minor units. */
type InvoiceLine = {
  description: string;
  /** The service id of the price it is for. */
  priceServiceId: string | null;
  amount: number;
  periodEnd: Date;
  /** True for a partial period: a credit for unused time, or a charge for the rest. */
  proration: boolean;
};

/** An invoice at the provider, or a preview of one; amounts in minor units. */
export type ProviderInvoice = {
  id: string;
  /** The provider's id of its subscription; null for a purchase. */
  subscription: string | null;
  number: string | null;
  createdAt: Date;
  /** When an invoice that is sent must be paid; null when it is charged. */
  dueDate: Date | null;
  status: string;
  currency: string;
  total: number;
  /** The total without tax, after discounts. */
  totalExcludingTax: number;
  taxes: InvoiceTax[];
  /** The charged amount: the total minus the balance that was used. */
  amountDue: number;
  /** The unpaid part of the charged amount. */
  amountRemaining: number;
  /** The paid amount, of which a part may be refunded. */
  amountPaid: number;
  /** The part of the payment that was refunded. */
  refunded: number;
  /** The dispute of its payment; null without one, or if it was closed without a loss. */
  dispute: 'open' | 'lost' | null;
  /** Negative when the customer had a credit, positive for a debt. */
  startingBalance: number;
  /** The next attempt to charge it, or the start of its period. */
  nextAttempt: Date;
  invoicePdf: string | null;
  /** Epoch seconds; set for previews with proration. */
  prorationDate: number | null;
  lines: InvoiceLine[];
};

/** Returns the debt that an invoice includes, and the amount that it adds to the next one; minor units. */
export const debtsOf = ({ startingBalance, total, amountDue }: ProviderInvoice) => ({
  owedBefore: Math.max(0, startingBalance),
  deferred: amountDue > 0 ? 0 : Math.max(0, startingBalance + total),
});

/** Records beside an invoice that complete it. */
type InvoiceContext = {
  charges?: Stripe.Charge[];
  disputes?: InvoiceDispute[];
  rates?: TaxRates;
};

/**
 * Converts the SDK's object; the charges of its customer tell what was refunded, the tax rates where each
 * tax is due.
 */
export const toProviderInvoice = (
  invoice: Stripe.Invoice,
  { charges = [], disputes = [], rates = noRates }: InvoiceContext = {},
): ProviderInvoice => ({
  id: invoice.id,
  subscription: idOf(invoice.parent?.subscription_details?.subscription ?? null),
  number: invoice.number,
  createdAt: dateOf(invoice.created),
  dueDate: invoice.due_date === null ? null : dateOf(invoice.due_date),
  status: invoice.status ?? 'draft',
  currency: invoice.currency,
  total: invoice.total,
  totalExcludingTax: invoice.total_excluding_tax ?? invoice.total,
  taxes: toInvoiceTaxes(invoice, rates),
  amountDue: invoice.amount_due,
  amountRemaining: invoice.amount_remaining,
  amountPaid: invoice.amount_paid,
  refunded: chargesOf(invoice, charges).reduce((sum, charge) => sum + charge.amount_refunded, 0),
  dispute: disputeStateOf(disputes, invoice.id),
  startingBalance: invoice.starting_balance,
  nextAttempt: dateOf(invoice.next_payment_attempt ?? invoice.period_end),
  invoicePdf: invoice.invoice_pdf ?? null,
  prorationDate: invoice.parent?.subscription_details?.subscription_proration_date ?? null,
  lines: invoice.lines.data.map(toInvoiceLine),
});

/** The subscription of an invoice; null for an invoice without a running one. */
type Debtor = Pick<ProviderSubscription, 'status' | 'latestInvoice'> | null;

/**
 * Returns true for an invoice that its customer owes and can pay: an open one, and one that was written off (`uncollectible`,
 * of which the provider takes the payment too) as long as it is the latest of a subscription that is overdue for it.
 */
export const isPayable = ({ id, status }: { id: string; status: string | null }, debtor: Debtor) =>
  status === 'open' ||
  (status === 'uncollectible' &&
    id === debtor?.latestInvoice &&
    (debtor.status === 'past_due' || debtor.status === 'unpaid'));

/** Returns true for the void invoice of a refused start, change or purchase, which the customer never owed. */
export const isRefusedPayment = ({ status, billing_reason: reason, metadata }: Stripe.Invoice) =>
  status === 'void' &&
  (reason === 'subscription_create' ||
    reason === 'subscription_update' ||
    metadata?.['intentId'] !== undefined);

const noRates: TaxRates = new Map();

function toInvoiceLine(line: Stripe.InvoiceLineItem): InvoiceLine {
  const { amount, period, parent } = line;
  return {
    description: line.description ?? '',
    priceServiceId: idOf(line.pricing?.price_details?.price),
    amount,
    periodEnd: dateOf(period.end),
    proration:
      parent?.invoice_item_details?.proration ??
      parent?.subscription_item_details?.proration ??
      false,
  };
}

/** Metadata of an invoice from which time on its grace counts, in epoch seconds: a suspension was lifted then. */
export const graceMark = 'graceFrom';

/** Returns when a suspension ended in which an invoice could not be paid; null without one. */
export function heldUntil({ metadata }: Stripe.Invoice) {
  const mark = metadata?.[graceMark];
  return mark ? dateOf(Number(mark)) : null;
}

/** Returns which invoices of a subscription the provider charges by itself, and which it would without a suspension. */
export function automaticCollectionOf(subscription: string, invoices: Stripe.Invoice[]) {
  const charged = invoices.filter(
    (invoice) =>
      (invoice.status === 'draft' || invoice.status === 'open') &&
      invoice.collection_method === 'charge_automatically' &&
      subscriptionIdOf(invoice) === subscription,
  );
  const idsOf = (of: Stripe.Invoice[]) => of.map(({ id }) => id);
  return {
    collectedInvoices: idsOf(charged.filter(({ auto_advance: advances }) => advances)),
    heldInvoices: idsOf(charged.filter(({ metadata }) => isPausedBySuspension({ metadata }))),
  };
}

/** Returns when an invoice is due: an invoice that was not sent as soon as it is final. */
const dueAt = (bill: Stripe.Invoice) => (bill.due_date ? dateOf(bill.due_date) : finalizedAt(bill));

/** Returns when the grace of an invoice begins: when it is due, or could be paid again after a suspension. */
export function graceStartOf(bill: Stripe.Invoice) {
  const lifted = heldUntil(bill);
  const due = dueAt(bill);
  return lifted && lifted > due ? lifted : due;
}

/** Returns when an invoice was finalized, or created if it is none yet. */
export const finalizedAt = ({
  status_transitions: { finalized_at: at },
  created,
}: Stripe.Invoice) => dateOf(at ?? created);
