import type { TaxLocation } from '#contract/billing/tax.ts';
import { Failure } from '#contract/errors.ts';
import {
  type BillingOperation,
  recordProgress,
} from '#server/billing/payments/billing-operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { isPaused, type TenantBillingState } from './billing-state.ts';
import type { Payer } from './payer.ts';
import { requireTaxLocation } from './tax.ts';

/** The data of a call that its operation stores: enough to finish the operation and to undo it. */
export type OperationRequest = {
  /** The name, email and language of the customer at the provider. */
  who: { name: string; email: string; locale: string };
  /** True when this operation creates the customer; undoing it deletes the customer. */
  isNew: boolean;
  /** The card to charge, and the previous default card. */
  card: string | null;
  cardBefore: string | null;
  /** The card of the subscription's own, which the dashboard sets. */
  ownCardBefore: string | null;
  /** All cards that the customer had. */
  cardsBefore: string[];
  /** True for a change of plan that removes the scheduled end, once its payment stands. */
  removesEnd?: boolean;
  /** The date of that end, in epoch seconds, unless it is that of the period: removed before the charge, put back by undoing. */
  endBefore?: number;
  /** The latest invoice of the paused subscription that the operation resumes; set for these alone. */
  invoiceBefore?: string | null;
  /** The place that Stripe Tax needs; absent when it is known, or not needed. */
  taxLocation?: TaxLocation | null;
};

export const operationRequestOf = <R = unknown>({ request }: Pick<BillingOperation, 'request'>) =>
  request as unknown as OperationRequest & R;

/** Returns the metadata of every object that we create at the provider. */
export const operationMetadata = ({ id, for_tenant: tenantId }: BillingOperation) => ({
  intentId: id,
  tenantId,
});

/** Creates the operation's customer unless it exists, and records the id before any further step. */
export async function ensureCustomer(
  context: AppContext,
  operation: BillingOperation,
): Promise<BillingOperation> {
  if (operation.customer_id !== null) return operation;
  const { who } = operationRequestOf(operation);
  const customer = { ...who, metadata: operationMetadata(operation) };
  const { id } = await context.stripe.createCustomer(customer, `${operation.id}:customer`);
  return recordProgress(context.database, operation, { customer_id: id });
}

/** Attaches the operation's card; throws `billing.invalidCard` when that is not possible. */
export const attachOperationCard = ({ stripe }: AppContext, operation: BillingOperation) =>
  stripe
    .attachCard(
      operation.customer_id ?? '',
      operationRequestOf(operation).card ?? '',
      `${operation.id}:card`,
    )
    .catch(asInvalidCard);

/** Attaches the operation's card, if any, and makes it the default. */
export async function makeCardDefault(context: AppContext, operation: BillingOperation) {
  if (operationRequestOf(operation).card === null) return;
  const { id } = await attachOperationCard(context, operation);
  await context.stripe.setDefaultCard(operation.customer_id ?? '', id);
}

/** Returns the customer's details: name of the organization, email and language of the payer. */
export async function customerDetailsOf({ database }: AppContext, user: string, name: string) {
  const { email, locale } = await database.account({ id: user }, (tx) =>
    tx.one(db.selectFrom('users').select(['email', 'locale']).where('id', '=', user)),
  );
  return { name, email, locale };
}

/** The cards of a customer without any. */
export const noCardsBefore = { cardBefore: null, ownCardBefore: null, cardsBefore: [] };

/** Returns the default card of a customer, that of its subscription and all its cards. */
export async function readCardsBefore({ stripe }: AppContext, customer: string | null) {
  if (customer === null) return noCardsBefore;
  const [cardBefore, ownCardBefore, cards] = await Promise.all([
    stripe.retrieveDefaultCard(customer),
    stripe.retrieveOwnCard(customer),
    stripe.listCards(customer),
  ]);
  return { cardBefore, ownCardBefore, cardsBefore: cards.map(({ id }) => id) };
}

/** Returns the card's id for a token or an id given by the caller. */
export const resolveCard = async ({ stripe }: AppContext, token: string | null) =>
  token === null ? null : stripe.resolveCardToken(token).catch(asInvalidCard);

/** Maps an unknown card, or one of another customer, to `billing.invalidCard`. */
function asInvalidCard(error: unknown): never {
  // The customer is gone, which is no fault of the card.
  if (error instanceof ResourceMissing && error.param === 'customer') throw error;
  if (error instanceof ResourceMissing || error instanceof InvalidRequest) {
    throw new Failure('billing.invalidCard');
  }
  throw error;
}

/** Returns the given place if the customer has no address yet, which a purchase never replaces. */
async function newTaxLocation(
  context: AppContext,
  customer: string | null,
  given: TaxLocation | null | undefined,
): Promise<TaxLocation | null> {
  const isKnown =
    context.config.stripeTax &&
    customer !== null &&
    (await context.stripe.retrieveTaxProfile(customer)) !== null;
  return isKnown ? null : requireTaxLocation(context, given);
}

/** Stores the place of an operation at the provider, which checks it, before anything is charged. */
export async function storeTaxLocation({ stripe }: AppContext, operation: BillingOperation) {
  const { taxLocation } = operationRequestOf(operation);
  if (taxLocation) await stripe.setTaxLocation(operation.customer_id ?? '', taxLocation);
}

/** Returns true for an operation that resumes a paused subscription. */
export const isResumption = (operation: Pick<BillingOperation, 'request'>) =>
  operationRequestOf(operation).invoiceBefore !== undefined;

type ChangeOrder = {
  caller: Payer;
  request: { taxLocation?: TaxLocation | null | undefined };
};

/** Reads what an operation stores before a change: the cards, the place for tax, who pays, and what the change replaces. */
export async function readStateBefore(
  context: AppContext,
  { caller, request }: ChangeOrder,
  { state, live }: { state: TenantBillingState; live: ProviderSubscription | null },
) {
  const { customer, name } = state;
  const isTaxed = live !== null && (grantOf(live) === null || isPaused(live));
  const { cancelAt: end = null, cancelsAtPeriodEnd = false } = live ?? {};
  return {
    ...(await readCardsBefore(context, customer)),
    taxLocation: isTaxed ? null : await newTaxLocation(context, customer, request.taxLocation),
    who: await customerDetailsOf(context, caller.session.user, name),
    removesEnd: end !== null,
    ...(end && !cancelsAtPeriodEnd && { endBefore: end.getTime() / 1_000 }),
    ...(live?.status === 'paused' && { invoiceBefore: live.latestInvoice }),
  };
}
