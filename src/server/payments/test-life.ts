import type { Stripe } from 'stripe';

/**
 * Creates a generator of pseudorandom numbers between 0 and 1; equal seeds give equal sequences.
 */
export function chance(seed: number) {
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
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    shuffled: <T>(items: readonly T[]) =>
      items
        .map((item) => ({ item, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
export type Chance = ReturnType<typeof chance>;

interface Life {
  stripe: Stripe;
  customer: string;
  prices: string[];
  dice: Chance;
}

type Deed = (life: Life, live: Stripe.Subscription) => Promise<unknown>;

const deeds: Deed[] = [
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
  (life) => takeCard(life, 'pm_card_visa'),
  (life) => takeCard(life, 'pm_card_chargeCustomerFail'),
];

/**
 * Performs a random action for a customer at the provider: starts a trial or a subscription, or
 * changes or ends the running one, or changes the card. Ignores refusals of the provider.
 */
export async function live(life: Life): Promise<void> {
  const { stripe, customer, dice, prices } = life;
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 });
  const [running] = data;
  const deed = running
    ? dice.pick(deeds)(life, running)
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
  await deed.catch((error: unknown) => {
    const { type } = error as { type?: string };
    if (type !== 'StripeInvalidRequestError' && type !== 'StripeCardError') throw error;
  });
}

async function takeCard({ stripe, customer }: Life, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}
