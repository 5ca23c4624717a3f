import { Failure } from '#contract/errors.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { InvalidRequest, NotAtProvider } from '#server/payments/errors.ts';
import type { Reduction } from '#server/payments/gateway-subscriptions.ts';
import { type Intent, progress } from '#server/payments/intents.ts';

/** The data of a call that its intent stores: enough to finish the operation and to undo it. */
export type Request = {
  /** The name and email of the customer at the provider. */
  who: { name: string; email: string };
  /** True when this intent creates the customer; undoing it deletes the customer. */
  isNew: boolean;
  /** The card to charge, and the previous default card. */
  card: string | null;
  cardBefore: string | null;
  /** All cards that the customer had. */
  cardsBefore: string[];
  /** The previous discounts; null when they don't change. */
  discountsBefore: Reduction[] | null;
};

export const requestOf = <R = unknown>({ request }: Intent) => request as unknown as Request & R;

/** Returns the metadata of every object that we create at the provider. */
export const metadataOf = ({ id, for_tenant: tenantId }: Intent) => ({ intentId: id, tenantId });

/** Creates the intent's customer unless it exists, and records the id before any further step. */
export async function withCustomer(house: House, intent: Intent): Promise<Intent> {
  if (intent.customer_id !== null) return intent;
  const { who } = requestOf(intent);
  const customer = { ...who, metadata: metadataOf(intent) };
  const { id } = await house.gateway.createCustomer(customer, `${intent.id}:customer`);
  return progress(house.database, intent, { customer_id: id });
}

/**
 * Attaches the intent's card to the customer. Throws `billing.invalidCard` when that is not
 * possible.
 */
export const addCard = ({ gateway }: House, intent: Intent) =>
  gateway
    .addCard(intent.customer_id ?? '', requestOf(intent).card ?? '', `${intent.id}:card`)
    .catch(asInvalidCard);

/** Attaches the intent's card, if any, and makes it the default. */
export async function payWithCard(house: House, intent: Intent) {
  if (requestOf(intent).card === null) return;
  const { id } = await addCard(house, intent);
  await house.gateway.setDefaultCard(intent.customer_id ?? '', id);
}

/**
 * Returns the customer's name and email at the provider: the organization's name and the payer's
 * email.
 */
export async function payerOf({ database }: House, user: string, name: string) {
  const { email } = await database.account({ id: user }, (tx) =>
    tx.one(db.selectFrom('users').select('email').where('id', '=', user)),
  );
  return { name, email };
}

/** Returns the default card of a customer and all its cards. */
export async function cardsBefore({ gateway }: House, customer: string | null) {
  if (customer === null) return { cardBefore: null, cardsBefore: [] };
  const [cardBefore, cards] = await Promise.all([
    gateway.defaultCard(customer),
    gateway.listCards(customer),
  ]);
  return { cardBefore, cardsBefore: cards.map(({ id }) => id) };
}

/** Returns the card's id for a token or an id given by the caller. */
export const cardOf = async ({ gateway }: House, token: string | null) =>
  token === null ? null : gateway.cardOfToken(token).catch(asInvalidCard);

/** Maps an unknown card, or one of another customer, to `billing.invalidCard`. */
function asInvalidCard(error: unknown): never {
  // The customer is gone, which is no fault of the card.
  if (error instanceof NotAtProvider && error.param === 'customer') throw error;
  if (error instanceof NotAtProvider || error instanceof InvalidRequest) {
    throw new Failure('billing.invalidCard');
  }
  throw error;
}
