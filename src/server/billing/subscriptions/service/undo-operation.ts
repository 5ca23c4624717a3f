import {
  abandonOperation,
  type BillingOperation,
  updateHeldOperation,
} from '#server/billing/payments/billing-operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import {
  CardDeclined,
  InvalidRequest,
  ProviderUnavailable,
  ResourceMissing,
} from '#server/platform/stripe/errors.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { operationRequestOf, ensureCustomer } from './customer.ts';
import { awaitedInvoiceOf } from './outcome.ts';

/**
 * Reverses all that an operation left at the provider, with payments, and closes it. Idempotent. A refusal of the
 * provider ends it as failed, because a repetition would be refused as well and lock the organization's billing.
 */
export async function undoOperation(context: AppContext, operation: BillingOperation) {
  const { isNew } = operationRequestOf(operation);
  // The customer may exist without being recorded: the same idempotency key returns the same one.
  const { customer_id: customer } = isNew ? await findCustomer(context, operation) : operation;
  const refusals: Error[] = [];
  const attempt = (step: Promise<unknown>) =>
    step.catch((error: unknown) => {
      if (error instanceof ResourceMissing) return;
      if (!isRefusal(error)) throw error;
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

const isRefusal = (error: unknown): error is InvalidRequest | CardDeclined =>
  error instanceof InvalidRequest || error instanceof CardDeclined;

/** Returns the operation with its customer; without one if creating it failed for this key for good: nothing followed. */
const findCustomer = (context: AppContext, operation: BillingOperation) =>
  ensureCustomer(context, operation).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable && error.isReplayed) return operation;
    throw error;
  });

/** Ends an operation as failed, with the provider's reasons and what a later reversal needs; operators see it and retry. */
function failOperation({ database }: AppContext, operation: BillingOperation, refusals: Error[]) {
  const { isNew, invoiceBefore, endBefore } = operationRequestOf(operation);
  const reasons = refusals.map(({ message }) => message);
  return database.system((tx) =>
    updateHeldOperation(tx, operation, {
      state: 'failed',
      request: JSON.stringify({ isNew, invoiceBefore, endBefore, refusals: reasons }),
      lease_ends_at: sql<Date>`now()`,
    }),
  );
}

type ReversibleOperation = Pick<
  BillingOperation,
  'id' | 'kind' | 'subject' | 'for_tenant' | 'service_id' | 'request'
>;

/** Reverses what an operation created for a customer, including payments. Idempotent. */
export async function reverseOperation(
  context: AppContext,
  operation: ReversibleOperation,
  customer: string,
) {
  const { stripe } = context;
  if (operation.kind === 'change_plan') return reverseChange(context, operation);
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

/**
 * Reverses a change of plan, unless a later operation has decided about the subscription since. Tries both steps, and
 * throws the first error, but rather one that a repetition may not meet.
 */
async function reverseChange(context: AppContext, operation: ReversibleOperation) {
  const { stripe, database } = context;
  if (await hasLaterChange(database, operation)) return;
  const changed = await stripe.retrieveSubscription(operation.service_id ?? '');
  const invoice = awaitedInvoiceOf(changed, operation);
  const errors: unknown[] = [];
  const keepError = (error: unknown) => {
    if (!(error instanceof ResourceMissing)) errors.push(error);
  };
  if (invoice) await stripe.reverseInvoice(invoice, operation.id).catch(keepError);
  await restoreEndDate(context, operation, changed).catch(keepError);
  if (errors.length > 0) throw errors.find((error) => !isRefusal(error)) ?? errors[0];
}

/** Kinds of operations that decide which plan an organization has, and until when. */
const planKinds = ['subscribe', 'change_plan', 'cancel', 'free_plan', 'grant_plan'] as const;

/** Returns true when a later operation of the same subject has changed its plan, or may be about to. */
async function hasLaterChange(database: Database, operation: ReversibleOperation) {
  const { id, subject, for_tenant: tenant } = operation;
  const later = db
    .selectFrom('billing_operations')
    .select('id')
    .where('for_tenant', '=', tenant)
    .where('subject', '=', subject)
    .where('id', '>', id)
    .where('kind', 'in', planKinds)
    .where('state', 'in', ['done', 'open', 'authenticating'])
    // One without a customer is a claim, which has sent no request yet.
    .where('customer_id', 'is not', null);
  return (await database.system((tx) => tx.first(later))) !== undefined;
}

/** Puts back the date of the end that was removed for the charge; one that has passed ends the subscription now. */
async function restoreEndDate(
  { stripe, database }: AppContext,
  operation: ReversibleOperation,
  { id, cancelAt, endedAt }: ProviderSubscription,
) {
  const { endBefore } = operationRequestOf(operation);
  if (endBefore === undefined || cancelAt !== null || endedAt !== null) return;
  const selectNow = sql<{ now: Date }>`select app.billing_now() as now`;
  const { now } = await database.system((tx) => tx.one(selectNow));
  const end = new Date(endBefore * 1_000);
  await (end <= now ? stripe.cancelSubscription(id) : stripe.restoreEndDate(id, end));
}

async function restoreCard({ stripe }: AppContext, operation: BillingOperation, customer: string) {
  const { card, cardBefore, ownCardBefore, cardsBefore } = operationRequestOf(operation);
  if (card === null) return;
  await stripe.setDefaultCard(customer, cardBefore, ownCardBefore);
  for (const { id } of await stripe.listCards(customer)) {
    if (!cardsBefore.includes(id)) await stripe.detachCard(id);
  }
}
