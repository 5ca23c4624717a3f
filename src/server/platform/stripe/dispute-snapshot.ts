import type { Stripe } from 'stripe';
import { allOf, completionOf } from './connection.ts';
import { chargesOf, paidPeriodOf, subscriptionIdOf } from './payment-snapshot.ts';
import { idOf, type ProviderSubscription } from './subscription-snapshot.ts';

/** A dispute of a charge: open until the bank decides, lost when the money is gone, else closed. */
type ProviderDispute = {
  id: string;
  charge: string;
  /** True while the bank only asks, and has taken no money. */
  isInquiry: boolean;
  state: 'open' | 'lost' | 'closed';
  /** Minor units. */
  amount: number;
  currency: string;
  /** The bank's reason, by Stripe's name for it. */
  reason: string;
  /** When the bank must have an answer; null once it has one, or needs none. */
  answerDueAt: Date | null;
  /** True once evidence was submitted. */
  isAnswered: boolean;
};

/** A dispute of the payment of an invoice. */
export type InvoiceDispute = {
  invoice: string;
  /** The number of the invoice. */
  number: string | null;
  /** The subscription that the invoice belongs to; null for a one-time purchase. */
  subscription: string | null;
  /** The end of the time that it paid for; null for a one-time purchase. */
  paidUntil: Date | null;
} & Omit<ProviderDispute, 'charge'>;

/** Reads the disputes of these charges; sends no request unless one is marked as disputed. */
export async function readDisputes(
  stripe: Stripe,
  charges: Stripe.Charge[],
): Promise<ProviderDispute[]> {
  const read = charges
    .filter(({ disputed }) => disputed)
    .map(({ id: charge }) => allOf(stripe.disputes.list({ charge, limit: 100 })));
  return (await Promise.all(read))
    .flat()
    .map(({ charge, status, evidence_details, ...dispute }) => ({
      id: dispute.id,
      charge: idOf(charge) ?? '',
      isInquiry: status.startsWith('warning_'),
      state: stateOf(status),
      amount: dispute.amount,
      currency: dispute.currency,
      reason: dispute.reason,
      answerDueAt:
        status.endsWith('needs_response') && evidence_details.due_by !== null
          ? new Date(evidence_details.due_by * 1_000)
          : null,
      isAnswered: evidence_details.submission_count > 0,
    }));
}

/** Evidence against a dispute, as far as the product knows it. */
export type DisputeEvidence = {
  explanation: string;
  /** Organization. */
  customer: string;
  plan: string | undefined;
  /** When the invoice was made: its period begins. */
  servedFrom: Date | null;
};

/**
 * Creates the operations on disputes (https://docs.stripe.com/disputes/responding). They have no keys: a dispute takes one
 * answer, and a stored failure would be repeated.
 */
export const createStripeDisputes = (stripe: Stripe) => ({
  /** Submits the answer to a dispute, which can be sent once. */
  answerDispute: (id: string, { explanation, customer, plan, servedFrom }: DisputeEvidence) =>
    completionOf(
      stripe.disputes.update(id, {
        evidence: {
          uncategorized_text: explanation,
          customer_name: customer,
          ...(plan !== undefined && { product_description: plan }),
          ...(servedFrom && { service_date: servedFrom.toISOString().slice(0, 10) }),
        },
        submit: true,
      }),
    ),
  /** Closes a dispute as lost: the cardholder keeps the money. */
  acceptDispute: (id: string) => completionOf(stripe.disputes.close(id)),
});

/** An inquiry that was closed and a dispute that was prevented have cost no payment. */
function stateOf(status: Stripe.Dispute.Status): ProviderDispute['state'] {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'closed' : 'open';
}

/** Returns the disputes of invoices, whose payments must be expanded. */
export const toInvoiceDisputes = (
  invoices: Stripe.Invoice[],
  charges: Stripe.Charge[],
  disputes: ProviderDispute[],
): InvoiceDispute[] =>
  invoices.flatMap((invoice) => {
    const paid = chargesOf(invoice, charges).map(({ id }) => id);
    return disputes
      .filter(({ charge }) => paid.includes(charge))
      .map((dispute) => ({
        ...dispute,
        invoice: invoice.id,
        number: invoice.number,
        subscription: subscriptionIdOf(invoice) ?? null,
        paidUntil: paidPeriodOf(invoice)?.to ?? null,
      }));
  });

/** Returns the state of an invoice's dispute; null without one, for an inquiry, or if it was closed without a loss. */
export function disputeStateOf(disputes: InvoiceDispute[], invoice: string) {
  const states = disputes
    .filter((one) => one.invoice === invoice && !one.isInquiry)
    .map(({ state }) => state);
  return (['lost', 'open'] as const).find((state) => states.includes(state)) ?? null;
}

/**
 * Returns true when a dispute took back a payment for a subscription's current period, or for a later time. What was paid
 * for an earlier period takes nothing away that was paid since (decision 78).
 */
export const hasLostPayment = (
  { id, currentPeriodStart }: Pick<ProviderSubscription, 'id' | 'currentPeriodStart'>,
  disputes: InvoiceDispute[],
) =>
  disputes.some(
    ({ state, subscription, paidUntil }) =>
      state === 'lost' &&
      subscription === id &&
      (paidUntil === null || currentPeriodStart === null || paidUntil > currentPeriodStart),
  );
