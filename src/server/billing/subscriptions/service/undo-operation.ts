import {
  abandonOperation,
  type BillingOperation,
  updateHeldOperation,
} from '#server/billing/payments/billing-operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { sql } from '#server/platform/database/query.ts';
import { CardDeclined, InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { operationRequestOf, ensureCustomer } from './customer.ts';
import { awaitedInvoiceOf } from './outcome.ts';

/**
 * Reverses all that an operation left at the provider, with payments, and closes it. Idempotent. A refusal of the
 * provider ends it as failed, because a repetition would be refused as well and lock the organization's billing.
 */
export async function undoOperation(context: AppContext, operation: BillingOperation) {
  const { isNew } = operationRequestOf(operation);
  // The customer may exist without being recorded: the same idempotency key returns the same one.
  const { customer_id: customer } = isNew ? await ensureCustomer(context, operation) : operation;
  const refusals: Error[] = [];
  const attempt = (step: Promise<unknown>) =>
    step.catch((error: unknown) => {
      if (error instanceof ResourceMissing) return;
      if (!(error instanceof InvalidRequest || error instanceof CardDeclined)) throw error;
      refusals.push(error);
    });
  if (customer !== null) {
    await attempt(reverseOperation(context, operation, customer));
    if (isNew) await attempt(context.stripe.deleteCustomer(customer));
    else await attempt(restoreCard(context, operation, customer));
  }
  if (refusals.length > 0) await failOperation(context, operation, refusals);
  else await abandonOperation(context.database, operation);
}

/** Ends an operation as failed, with the provider's reasons and what a later reversal needs; operators see it and retry. */
function failOperation({ database }: AppContext, operation: BillingOperation, refusals: Error[]) {
  const { isNew, invoiceBefore } = operationRequestOf(operation);
  const reasons = refusals.map(({ message }) => message);
  return database.system((tx) =>
    updateHeldOperation(tx, operation, {
      state: 'failed',
      request: JSON.stringify({ isNew, invoiceBefore, refusals: reasons }),
      lease_ends_at: sql<Date>`now()`,
    }),
  );
}

type ReversibleOperation = Pick<BillingOperation, 'id' | 'kind' | 'service_id' | 'request'>;

/** Reverses what an operation created for a customer, including payments. Idempotent. */
export async function reverseOperation(
  { stripe }: AppContext,
  operation: ReversibleOperation,
  customer: string,
) {
  if (operation.kind === 'change_plan') {
    const changed = await stripe.retrieveSubscription(operation.service_id ?? '');
    const invoice = awaitedInvoiceOf(changed, operation);
    if (invoice) await stripe.reverseInvoice(invoice, operation.id);
    return;
  }
  for (const { id, status } of await stripe.listInvoicesOfOperation(customer, operation.id)) {
    if (status !== 'void') await stripe.reverseInvoice(id, operation.id);
  }
  for (const subscription of await stripe.listSubscriptions(customer)) {
    const { id, metadata, latestInvoice, endedAt } = subscription;
    if (metadata['intentId'] !== operation.id) continue;
    if (!endedAt) await stripe.cancelSubscription(id);
    if (latestInvoice) await stripe.reverseInvoice(latestInvoice, operation.id);
  }
}

async function restoreCard({ stripe }: AppContext, operation: BillingOperation, customer: string) {
  const { card, cardBefore, ownCardBefore, cardsBefore } = operationRequestOf(operation);
  if (card === null) return;
  await stripe.setDefaultCard(customer, cardBefore, ownCardBefore);
  for (const { id } of await stripe.listCards(customer)) {
    if (!cardsBefore.includes(id)) await stripe.detachCard(id);
  }
}
