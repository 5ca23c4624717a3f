import type { BillingNotification } from '#server/billing/payments/billing-notification.ts';
import { endCause } from '#server/billing/payments/billing-notifications.ts';
import type { BillingOperation } from '#server/billing/payments/billing-operations.ts';
import { endPurchase } from '#server/billing/payments/tenant-product-rows.ts';
import {
  operationMetadata,
  operationRequestOf,
} from '#server/billing/subscriptions/service/customer.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';
import type { NewSupportAction } from './actions.ts';
import type { SupportStep } from './grant-step.ts';

type RefundRequest = { action: NewSupportAction; invoiceId: string };

/** Returns the invoice to refund, the amount, and what ends with it: the invoice itself for a purchase. */
const orderOf = (operation: BillingOperation) => {
  const { action, invoiceId: invoice } = operationRequestOf<RefundRequest>(operation);
  const { amount = 0, reason } = action;
  return { invoice, amount, reason, ended: operation.service_id };
};

/** Refunds an invoice by one request to the provider; none if only what it paid for is to end (R-SUP-04). */
export const refundStep: SupportStep = {
  async act({ stripe }, operation) {
    const { invoice, amount } = orderOf(operation);
    if (amount === 0) return;
    const refund = { invoice, amount, metadata: operationMetadata(operation) };
    await stripe.refundInvoice(refund, `${operation.id}:refund`);
  },
  async isDone({ stripe }, operation) {
    const { invoice, amount } = orderOf(operation);
    return amount === 0 || stripe.hasRefund(invoice, operation.id);
  },
};

/**
 * Ends the subscription of a refunded invoice at the provider, without a credit; reconciliation records it and
 * tells owners and admins. Idempotent.
 */
export async function endRefundedSubscription({ stripe }: AppContext, operation: BillingOperation) {
  if (operation.kind !== 'refund') return;
  const { ended, invoice } = orderOf(operation);
  if (ended === null || ended === invoice) return;
  await stripe.cancelSubscription(ended).catch((error: unknown) => {
    if (!(error instanceof ResourceMissing)) throw error;
  });
}

/** Ends a refunded purchase, which the provider doesn't know; returns the email to owners and admins. */
export async function endRefundedPurchase(
  tx: DbTransaction,
  operation: BillingOperation,
): Promise<BillingNotification[]> {
  if (operation.kind !== 'refund') return [];
  const { ended, invoice, reason } = orderOf(operation);
  if (ended !== invoice) return [];
  const held = await endPurchase(tx, operation.for_tenant, invoice);
  if (!held) return [];
  const { date, title: plan } = held;
  const details = { plan, reason };
  return [{ kind: 'purchaseEnded', cause: endCause(held), date, plan, over: null, details }];
}
