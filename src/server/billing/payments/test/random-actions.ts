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

type RandomActionContext = {
  stripe: Stripe;
  customer: string;
  prices: string[];
  dice: SeededRandom;
};

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
  // An end by a date, as the portal schedules it.
  ({ stripe }, { id, items }) =>
    stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? '' }),
  ({ stripe }, { id }) => stripe.subscriptions.cancel(id),
  ({ stripe }, { id, status }) =>
    status === 'paused' ? stripe.subscriptions.resume(id) : stripe.subscriptions.pause(id),
  ({ stripe }, { id, pause_collection: paused }) =>
    stripe.subscriptions.update(id, { pause_collection: paused ? '' : { behavior: 'void' } }),
  ({ stripe, dice }, { id, items }) =>
    stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', quantity: 2 + dice.below(4) }],
    }),
  applyCodeOnce,
  ({ stripe }, { id }) => stripe.subscriptions.update(id, { discounts: '' }),
  refundLatest,
  async ({ stripe, customer }) => {
    const { data } = await stripe.invoices.list({ customer, status: 'open', limit: 1 });
    await Promise.all(data.map(({ id }) => stripe.invoices.markUncollectible(id)));
  },
  (life) => setDefaultCard(life, 'pm_card_visa'),
  (life) => setDefaultCard(life, 'pm_card_chargeCustomerFail'),
  (life) => setDefaultCard(life, 'pm_card_createDispute'),
  decideDispute,
];

/**
 * Performs a random action for a customer at the provider: starts a trial or a subscription, or
 * changes or ends the running one, or changes the card. Ignores refusals of the provider.
 */
export async function performRandomAction(life: RandomActionContext): Promise<void> {
  const { stripe, customer, dice } = life;
  const { data } = await stripe.subscriptions.list({ customer, limit: 1 });
  const [running] = data;
  const action = running ? dice.pick(customerActions)(life, running) : start(life);
  await action.catch((error: unknown) => {
    const { type } = error as { type?: string };
    if (type !== 'StripeInvalidRequestError' && type !== 'StripeCardError') throw error;
  });
}

/** Applies a code that is switched off afterwards. */
async function applyCodeOnce({ stripe, dice }: RandomActionContext, { id }: Stripe.Subscription) {
  const coupon = await createCoupon(stripe, dice);
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } });
  await stripe.subscriptions.update(id, { discounts: [{ promotion_code: code.id }] });
  await stripe.promotionCodes.update(code.id, { active: false });
}

/** Creates a coupon with random terms; returns its id. */
async function createCoupon(stripe: Stripe, dice: SeededRandom) {
  const off = dice.pick([30, 100, null]);
  const duration = dice.pick(
    off === null ? (['once', 'repeating'] as const) : (['once', 'repeating', 'forever'] as const),
  );
  const { id } = await stripe.coupons.create({
    ...(off === null ? { amount_off: 350, currency: 'usd' } : { percent_off: off }),
    duration,
    ...(duration === 'repeating' && { duration_in_months: 1 + dice.below(2) }),
  });
  return id;
}

/** Refunds the latest payment, as in the dashboard. */
async function refundLatest({ stripe, customer }: RandomActionContext) {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 10 });
  const paid = data.find(({ status }) => status === 'succeeded');
  if (paid) await stripe.refunds.create({ payment_intent: paid.id });
}

/** Decides a dispute of a payment, as the bank does; those that get no answer are lost in time. */
async function decideDispute({ stripe, customer, dice }: RandomActionContext) {
  const { data: charges } = await stripe.charges.list({ customer, limit: 100 });
  const { id: charge } = charges.find(({ disputed }) => disputed) ?? {};
  if (!charge) return;
  const { data: disputes } = await stripe.disputes.list({ charge });
  const evidence = { uncategorized_text: dice.pick(['winning_evidence', 'losing_evidence']) };
  await Promise.all(disputes.map(({ id }) => stripe.disputes.update(id, { evidence })));
}

/** Starts a subscription: most with a card, some of which disputes, half of them with a trial, half with a coupon. */
async function start(life: RandomActionContext) {
  const { stripe, customer, dice, prices } = life;
  const card = dice.next() < 0.2 ? 'pm_card_createDispute' : 'pm_card_visa';
  if (dice.next() < 0.7) await setDefaultCard(life, card);
  const isTrial = dice.next() < 0.5;
  const coupon = dice.next() < 0.5 ? await createCoupon(stripe, dice) : null;
  await stripe.subscriptions.create({
    customer,
    items: [{ price: dice.pick(prices) }],
    ...(coupon && { discounts: [{ coupon }] }),
    ...(isTrial && { trial_period_days: 1 + dice.below(20) }),
    // With `create_invoice` a trial ends in an invoice that can't be paid.
    trial_settings: {
      end_behavior: { missing_payment_method: dice.pick(['cancel', 'create_invoice']) },
    },
  });
}

async function setDefaultCard({ stripe, customer }: RandomActionContext, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}
