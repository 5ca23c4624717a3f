import type { Stripe } from 'stripe';
import { dateOf, idOf } from './subscription-snapshot.ts';

export type Payment = {
  /** The invoice that was paid. */
  invoice: string;
  /** The subscription that the invoice belongs to; null for a one-time purchase. */
  subscription: string | null;
  /** The billing operation named in the metadata of the invoice or of its subscription. */
  operationId: string | null;
  number: string | null;
  /** URL of its document. */
  pdf: string | null;
  /** The provider's id of the price; null when no line has one. */
  priceServiceId: string | null;
  /** The time that it pays for; null for a one-time purchase. */
  period: { from: Date; to: Date } | null;
  /** Null when it was not paid with a card. */
  card: { brand: string; lastFourDigits: string } | null;
  /** Minor units, never 0. */
  amount: number;
  /** True when the customer's credit paid all of it, so that nothing was charged. */
  isFromCredit: boolean;
  currency: string;
  paidAt: Date;
};

/** Returns the payments of invoices by money or by credit, with the cards of their charges. */
export const toPayments = (invoices: Stripe.Invoice[], charges: Stripe.Charge[]): Payment[] =>
  invoices
    .filter((invoice) => invoice.status === 'paid')
    .filter((invoice) => invoice.amount_paid > 0 || isPaidFromCredit(invoice))
    .map((invoice) => {
      const { id, number, currency, created } = invoice;
      const isFromCredit = isPaidFromCredit(invoice);
      const line = largestLine(invoice);
      return {
        invoice: id,
        subscription: subscriptionIdOf(invoice) ?? null,
        operationId: operationIdOf(invoice),
        number,
        pdf: invoice.invoice_pdf ?? null,
        priceServiceId: idOf(line?.pricing?.price_details?.price ?? null),
        period: paidPeriodOf(invoice),
        card: cardOf(invoice, charges),
        amount: isFromCredit ? invoice.total : invoice.amount_paid,
        isFromCredit,
        currency,
        paidAt: dateOf(invoice.status_transitions.paid_at ?? created),
      };
    });

/** A refund that was made at the provider, and not by one of our operations. */
export type ForeignRefund = {
  id: string;
  invoice: string;
  /** The number of the invoice. */
  number: string | null;
  /** Minor units. */
  amount: number;
  currency: string;
};

/** Returns the refunds of invoices that the provider's dashboard made; the charges' refunds must be expanded. */
export const toForeignRefunds = (
  invoices: Stripe.Invoice[],
  charges: Stripe.Charge[],
): ForeignRefund[] =>
  invoices.flatMap((invoice) =>
    chargesOf(invoice, charges)
      .flatMap(({ refunds }) => refunds?.data ?? [])
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .filter(({ metadata }) => metadata?.['intentId'] === undefined)
      .map(({ id, amount, currency }) => ({
        id,
        invoice: invoice.id,
        number: invoice.number,
        amount,
        currency,
      })),
  );

/** Stripe's balance is the debt: it starts negative when the customer has a credit. */
const isPaidFromCredit = ({ total, amount_due: due, starting_balance: balance }: Stripe.Invoice) =>
  total > 0 && due === 0 && total + balance <= 0;

/** Returns the id of the subscription that an invoice belongs to. */
export const subscriptionIdOf = ({ parent }: Stripe.Invoice): string | undefined =>
  idOf(parent?.subscription_details?.subscription ?? null) ?? undefined;

/** After a change of plan the largest line is that of the new plan; the old one's is negative. */
const largestLine = ({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | null =>
  lines.data.toSorted((one, other) => other.amount - one.amount)[0] ?? null;

/** Returns the time that an invoice is for; null for a one-time purchase. */
export function paidPeriodOf(invoice: Stripe.Invoice): Payment['period'] {
  const { start = 0, end = 0 } = largestLine(invoice)?.period ?? {};
  return end > start ? { from: dateOf(start), to: dateOf(end) } : null;
}

/** Returns the successful charges of an invoice, whose payments must be expanded. */
export function chargesOf({ payments }: Stripe.Invoice, charges: Stripe.Charge[]) {
  const intents = payments?.data.map(({ payment }) => idOf(payment.payment_intent ?? null)) ?? [];
  return charges.filter(
    (one) => one.paid && one.payment_intent !== null && intents.includes(idOf(one.payment_intent)),
  );
}

function cardOf(invoice: Stripe.Invoice, charges: Stripe.Charge[]): Payment['card'] {
  const [charge] = chargesOf(invoice, charges);
  const card = charge?.payment_method_details?.card;
  return card?.brand && card.last4 ? { brand: card.brand, lastFourDigits: card.last4 } : null;
}

/** Returns the operation's id in the metadata of an invoice or subscription; null when it is no UUID. */
function operationIdOf({ metadata, parent }: Stripe.Invoice): string | null {
  const id = metadata?.['intentId'] ?? parent?.subscription_details?.metadata?.['intentId'];
  return id !== undefined && uuidPattern.test(id) ? id : null;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
