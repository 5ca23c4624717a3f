import type { Stripe } from 'stripe';

/**
 * Creates a generator of pseudorandom numbers between 0 and 1; equal seeds give equal sequences.
 */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    /** Picks one item of a non-empty list. */
    pick<T>(items: readonly T[]): T {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('Empty list');
      return item;
    },
    shuffled: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
export type SeededRandom = ReturnType<typeof seededRandom>;

interface RandomActionContext {
  stripe: Stripe;
  customer: string;
  prices: string[];
  dice: SeededRandom;
}

type CustomerAction = (life: RandomActionContext, live: Stripe.Subscription) => Promise<unknown>;

const customerActions: CustomerAction[] = [
  ({ stripe, dice, prices }, { id, items }) =>
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: dice.pick(prices) }],
    }),
  ({ stripe, dice }, { id }) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: dice.next() < 0.5 }),
  ({ stripe, dice }, { id }) =>
    stripe.subscriptions.update(id, { metadata: { note: String(dice.below(9)) } }),
  ({ stripe }, { id }) => stripe.subscriptions.update(id, { trial_end: 'now' }),
  ({ stripe }, { id }) => stripe.subscriptions.cancel(id),
  (life) => setDefaultCard(life, 'pm_card_visa'),
  (life) => setDefaultCard(life, 'pm_card_chargeCustomerFail'),
];

/**
 * Performs a random action for a customer at the provider: starts a trial or a subscription, or
 * changes or ends the running one, or changes the card. Ignores refusals of the provider.
 */
export async function performRandomAction(life: RandomActionContext): Promise<void> {
  const { stripe, customer, dice, prices } = life;
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 });
  const [running] = data;
  const action = running
    ? dice.pick(customerActions)(life, running)
    : stripe.subscriptions.create({
        customer,
        items: [{ price: dice.pick(prices) }],
        trial_period_days: 1 + dice.below(20),
        // `create_invoice` is the behavior of an earlier release, whose trials ended in unpayable
        // invoices.
        trial_settings: {
          end_behavior: { missing_payment_method: dice.pick(['cancel', 'create_invoice']) },
        },
      });
  await action.catch((error: unknown) => {
    const { type } = error as { type?: string };
    if (type !== 'StripeInvalidRequestError' && type !== 'StripeCardError') throw error;
  });
}

async function setDefaultCard({ stripe, customer }: RandomActionContext, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}
