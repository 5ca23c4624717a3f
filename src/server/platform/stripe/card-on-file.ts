import type { Stripe } from 'stripe';
import { ignoreMissing, resultOf } from './connection.ts';
import { idOf } from './subscription-snapshot.ts';

/** The card that a subscription is charged to. */
export type CardOnFile = {
  id: string;
  brand: string;
  lastFourDigits: string;
  /** The first moment at which it has expired. */
  expires: Date;
};

/**
 * Reads the cards of running subscriptions, by the ids of these: a subscription's own, otherwise the customer's default.
 * They are no expanded fields of the customer, because a deleted one has none to expand.
 */
export async function readCardsOnFile(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<Map<string, CardOnFile | null>> {
  const usual = customer.deleted ? null : customer.invoice_settings.default_payment_method;
  const methods = subscriptions
    .filter(({ ended_at: ended }) => ended === null)
    .map(({ id, default_payment_method: own }) => ({ id, method: idOf(own ?? usual) }));
  const known = new Set(methods.flatMap(({ method }) => method ?? []));
  const cards = new Map(
    await Promise.all([...known].map(async (id) => [id, await readCard(stripe, id)] as const)),
  );
  return new Map(methods.map(({ id, method }) => [id, cards.get(method ?? '') ?? null]));
}

/** Returns null for another kind of payment method, and for one that was removed meanwhile. */
async function readCard(stripe: Stripe, id: string): Promise<CardOnFile | null> {
  const found = await resultOf(stripe.paymentMethods.retrieve(id)).catch(ignoreMissing);
  if (!found?.card) return null;
  const { brand, last4: lastFourDigits, exp_year: year, exp_month: month } = found.card;
  // A card is valid to the end of its month, whose number from 0 is that of the next one.
  return { id, brand, lastFourDigits, expires: new Date(Date.UTC(year, month)) };
}
