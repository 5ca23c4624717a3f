import { Failure } from '#contract/errors.ts';
import {
  type BillingOperation,
  recordProgress,
} from '#server/billing/payments/billing-operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { authenticationFailures, CardDeclined } from '#server/platform/stripe/errors.ts';
import type { Settlement } from '#server/platform/stripe/settlement.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { isResumption, operationRequestOf } from './customer.ts';
import {
  type PlanAssignment,
  isOneTime,
  type PriceRow,
  purchaseAssignment,
  subscriptionAssignment,
} from './plan.ts';

/** The result of an operation at the provider; any process can read it at any time. */
export type OperationOutcome =
  | { outcome: 'completed'; assignment: PlanAssignment }
  | UnpaidSettlement;

type UnpaidSettlement = Exclude<Settlement, { outcome: 'paid' }>;

const voidOutcome = { outcome: 'void' } as const;

/** Reads the result of an operation at the provider; changes nothing. */
export async function readOutcome(
  context: AppContext,
  operation: BillingOperation,
): Promise<OperationOutcome> {
  const price = await findOperationPrice(context, operation);
  if (!price || operation.customer_id === null) return voidOutcome;
  if (operation.kind === 'change_plan') return planChangeOutcome(context, operation, price);
  return isOneTime(price)
    ? purchaseOutcome(context, operation, price)
    : newSubscriptionOutcome(context, operation, price);
}

/** Returns the result for a new subscription; `void` when the provider has none of this operation. */
async function newSubscriptionOutcome(
  { stripe }: AppContext,
  operation: BillingOperation,
  price: PriceRow,
): Promise<OperationOutcome> {
  const all = await stripe.listSubscriptions(operation.customer_id ?? '');
  const mine = all.find(({ metadata }) => metadata['intentId'] === operation.id);
  return mine ? subscriptionOutcome(stripe, mine, price) : voidOutcome;
}

/** Returns the result of a subscription; a new one counts once its first payment is made. */
export async function subscriptionOutcome(
  stripe: AppContext['stripe'],
  subscription: ProviderSubscription,
  price: PriceRow,
): Promise<OperationOutcome> {
  const { status, latestInvoice, id } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return voidOutcome;
  if (status !== 'incomplete') {
    return completedOutcome(stripe, subscription, price);
  }
  const settlement = latestInvoice ? await stripe.retrieveSettlement(latestInvoice) : voidOutcome;
  if (settlement.outcome !== 'paid') return settlement;
  return completedOutcome(stripe, await stripe.retrieveSubscription(id), price);
}

const completedOutcome = async (
  stripe: AppContext['stripe'],
  subscription: ProviderSubscription,
  price: PriceRow,
): Promise<OperationOutcome> => ({
  outcome: 'completed',
  assignment: await subscriptionAssignment(stripe, price, subscription),
});

async function purchaseOutcome(
  { stripe }: AppContext,
  operation: BillingOperation,
  price: PriceRow,
): Promise<OperationOutcome> {
  const customer = operation.customer_id ?? '';
  const [invoice] = await stripe.listInvoicesOfOperation(customer, operation.id);
  if (!invoice) return voidOutcome;
  const settlement = await stripe.retrieveSettlement(invoice.id);
  return settlement.outcome === 'paid'
    ? {
        outcome: 'completed',
        assignment: purchaseAssignment(price, { customer, invoice: invoice.id }),
      }
    : settlement;
}

/** Returns the result of a change of plan: done with the new price, nothing pending and not paused. */
async function planChangeOutcome(
  { stripe }: AppContext,
  operation: BillingOperation,
  price: PriceRow,
): Promise<OperationOutcome> {
  const subscription = await stripe.retrieveSubscription(operation.service_id ?? '');
  const invoice = awaitedInvoiceOf(subscription, operation);
  const isDone = subscription.priceServiceId === price.service_id && !subscription.changePending;
  const staysPaused = isResumption(operation) && subscription.status === 'paused';
  if (isDone && !staysPaused) {
    return completedOutcome(stripe, subscription, price);
  }
  if (invoice === null) return voidOutcome;
  const settlement = await stripe.retrieveSettlement(invoice);
  return settlement.outcome === 'paid' ? voidOutcome : settlement;
}

const findOperationPrice = async (
  { database }: AppContext,
  { subscription_price_id: id }: BillingOperation,
) =>
  id === null
    ? undefined
    : database.system((tx) =>
        tx.first(db.selectFrom('subscription_prices').selectAll().where('id', '=', id)),
      );

/** Returns the assignment, or throws the refusal or the request for authentication. */
export async function assignmentOrThrow(
  context: AppContext,
  operation: BillingOperation,
  outcome: OperationOutcome,
): Promise<PlanAssignment> {
  if (outcome.outcome === 'completed') return outcome.assignment;
  return throwUnpaid(context, operation, outcome);
}

/** Returns true if an operator makes the change: there is no cardholder who could confirm a payment. */
export const isBySupport = (operation: BillingOperation) =>
  operationRequestOf<{ action?: object }>(operation).action !== undefined;

/** Throws the refusal of a payment, or the request for authentication, which it records. */
export async function throwUnpaid(
  { database }: AppContext,
  operation: BillingOperation,
  settlement: UnpaidSettlement,
): Promise<never> {
  if (settlement.outcome === 'authenticate') {
    if (isBySupport(operation)) throw new Failure('support.confirmationNeeded');
    await recordProgress(database, operation, { state: 'authenticating' });
    throw authenticationRequired(operation, settlement);
  }
  throw paymentRefusal(settlement.outcome === 'declined' ? settlement.reason : null);
}

/** Asks the browser to authenticate the payment and to repeat the call. */
export const authenticationRequired = (
  { id }: BillingOperation,
  { clientSecret }: { clientSecret: string },
) => new Failure('billing.authenticationRequired', { params: { clientSecret, intentId: id } });

export const isAuthenticationRequired = (error: unknown) =>
  error instanceof Failure && error.code === 'billing.authenticationRequired';

export const paymentRefusal = (reason: string | null) =>
  reason !== null && authenticationFailures.has(reason)
    ? new Failure('billing.authenticationFailed')
    : new CardDeclined('The card was declined', reason);

/** Returns the invoice that a change of plan, or a resumption, waits for; null if it waits for none. */
export function awaitedInvoiceOf(
  { changePending, latestInvoice, status }: ProviderSubscription,
  operation: Pick<BillingOperation, 'request'>,
) {
  const { invoiceBefore } = operationRequestOf(operation);
  const resumes = isResumption(operation) && status === 'paused' && latestInvoice !== invoiceBefore;
  return changePending || resumes ? latestInvoice : null;
}
