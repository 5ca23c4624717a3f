import { Failure } from '#contract/errors.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { InvalidRequest, NotAtProvider } from '#server/payments/errors.ts';
import type { Reduction } from '#server/payments/gateway-subscriptions.ts';
import { type Intent, progress } from '#server/payments/intents.ts';

/** What an intent keeps of the call it came by: enough to finish it, and to take it back. */
export type Request = {
  /** What the provider calls the customer. */
  who: { name: string; email: string };
  /** The customer is made by this intent, and goes with it. */
  isNew: boolean;
  /** The card to pay with, and the one before it. */
  card: string | null;
  cardBefore: string | null;
  /** All that the customer had. */
  cardsBefore: string[];
  /** Null when they stay as they are. */
  discountsBefore: Reduction[] | null;
};

export const requestOf = <R = unknown>({ request }: Intent) => request as unknown as Request & R;

/** What every object says of itself at the provider. */
export const metadataOf = ({ id, for_tenant: tenantId }: Intent) => ({ intentId: id, tenantId });

/** The customer of an intent, made on the way unless it is there; written down before anything else. */
export async function withCustomer(house: House, intent: Intent): Promise<Intent> {
  if (intent.customer_id !== null) return intent;
  const { who } = requestOf(intent);
  const customer = { ...who, metadata: metadataOf(intent) };
  const { id } = await house.gateway.createCustomer(customer, `${intent.id}:customer`);
  return progress(house.database, intent, { customer_id: id });
}

/** Gives the customer the card of the intent; refused when this customer cannot have it. */
export const addCard = ({ gateway }: House, intent: Intent) =>
  gateway
    .addCard(intent.customer_id ?? '', requestOf(intent).card ?? '', `${intent.id}:card`)
    .catch(asInvalidCard);

/** Has the customer pay with the card of the intent, if there is one, from now on. */
export async function payWithCard(house: House, intent: Intent) {
  if (requestOf(intent).card === null) return;
  const { id } = await addCard(house, intent);
  await house.gateway.setDefaultCard(intent.customer_id ?? '', id);
}

/** What the provider calls the customer of an organization: its name, and the address of who pays. */
export async function payerOf({ database }: House, user: string, name: string) {
  const { email } = await database.account({ id: user }, (tx) =>
    tx.one(db.selectFrom('users').select('email').where('id', '=', user)),
  );
  return { name, email };
}

/** The card a customer pays with, and all it has. */
export async function cardsBefore({ gateway }: House, customer: string | null) {
  if (customer === null) return { cardBefore: null, cardsBefore: [] };
  const [cardBefore, cards] = await Promise.all([
    gateway.defaultCard(customer),
    gateway.listCards(customer),
  ]);
  return { cardBefore, cardsBefore: cards.map(({ id }) => id) };
}

/** The id of the card that a caller names, whether by itself or by a one-time token. */
export const cardOf = async ({ gateway }: House, token: string | null) =>
  token === null ? null : gateway.cardOfToken(token).catch(asInvalidCard);

/** What is no card, or somebody else's, is the caller's mistake and not ours. */
function asInvalidCard(error: unknown): never {
  // The customer is gone: that says nothing of the card.
  if (error instanceof NotAtProvider && error.param === 'customer') throw error;
  if (error instanceof NotAtProvider || error instanceof InvalidRequest) {
    throw new Failure('billing.invalidCard');
  }
  throw error;
}
