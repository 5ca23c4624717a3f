import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import {
  type TestMember,
  priceIdOf,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import {
  sandboxRecordsOf,
  sandboxRecordsOfCustomer,
  testCards,
  failureCodeOf,
  sandboxControlsOf,
  offerProduct,
  expectFailure,
  registerWithPlan,
  registrationBody,
  totalPaid,
} from './test/fixtures.ts';

/**
 * Checks that every refusal of the provider gets a code and a sentence, charges nothing and never
 * returns 500 (R-SUB-13).
 */
const product = await testApplication({ INSTANCES: '1' });
const { context, open, anyone } = product;
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const small = await offerProduct(product, { price: 10, tier: 2, maxUsers: 0 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0 });
const once = await offerProduct(product, { price: 15, tier: 1, period: BillingPeriod.Once });
const withCard = { subscriptionCardToken: testCards.good };

const update = ({ api }: TestMember, price: string, more: Record<string, unknown> = {}) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price, ...withCard, ...more } });
const register = (price: string, more: Record<string, unknown>) =>
  anyone.accounts.register({ body: registrationBody(price, { ...withCard, ...more }) });
const taken = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  return totalPaid((await sandboxRecordsOfCustomer(product, customer?.id)).invoices);
};

type Code = NonNullable<Parameters<typeof stripe.promotionCodes.create>[0]>;

/** Creates a promotion code of 10 percent. */
const promotion = async (given: Partial<Code> & { redeemBy?: number } = {}) => {
  const { redeemBy, ...restricted } = given;
  const { id: coupon } = await stripe.coupons.create({
    percent_off: 10,
    duration: 'once',
    ...(redeemBy && { redeem_by: redeemBy }),
  });
  const code = `P${randomUUID().slice(0, 8)}`;
  await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
    code,
    ...restricted,
  });
  return code;
};

const checkCoupon = (code: string, currency: 'usd' | 'eur' = 'usd') =>
  anyone.subscriptions.getCoupon({ params: { code, currency } });

/** Runs `happens` just before the call of a function of the Stripe client. */
async function runBeforeCall<T>(
  verb: keyof StripeClient,
  happens: () => Promise<unknown>,
  call: () => T,
) {
  const real = context.stripe;
  context.stripe = new Proxy(real, {
    get(target, name, receiver) {
      const found = Reflect.get(target, name, receiver) as (...given: unknown[]) => unknown;
      if (name !== verb) return found;
      return async (...given: unknown[]) => {
        await happens();
        return found.apply(target, given);
      };
    },
  });
  try {
    return await call();
  } finally {
    context.stripe = real;
  }
}

describe('A promotion code (R-SUB-12)', () => {
  test('with a minimum amount is refused below it, with the amount', async () => {
    const restrictions = { minimum_amount: 2_000, minimum_amount_currency: 'usd' };
    const subscriptionCoupon = await promotion({ restrictions });
    expect(await checkCoupon(subscriptionCoupon)).toMatchObject({
      valid: true,
      minimumAmount: 2_000,
    });
    expect(await failureCodeOf(checkCoupon(subscriptionCoupon, 'eur'))).toBe(
      'billing.invalidCoupon',
    );
    const { code, params } = await expectFailure(register(small, { subscriptionCoupon }));
    expect([code, params]).toEqual(['billing.couponMinimum', { minimum: 20, currency: 'USD' }]);
    const owner = await registerWithPlan(product, large, { ...withCard, subscriptionCoupon });
    expect(await taken(owner)).toBe(2_700);
  });

  test('for a first order is refused after a payment, in preview and purchase', async () => {
    const restrictions = { first_time_transaction: true };
    const subscriptionCoupon = await promotion({ restrictions });
    expect(await checkCoupon(subscriptionCoupon)).toMatchObject({ firstOrderOnly: true });
    const owner = await registerWithPlan(product, small, { ...withCard, subscriptionCoupon });
    expect(await taken(owner)).toBe(900);
    const query = { subscriptionPriceId: large, subscriptionCoupon };
    for (const attempt of [
      () => update(owner, large, { subscriptionCoupon }),
      () => update(owner, once, { subscriptionCoupon }),
      () => owner.api.subscriptions.getUpcomingInvoice({ query }),
    ]) {
      expect(await failureCodeOf(attempt())).toBe('billing.couponFirstOrder');
    }
    expect(await taken(owner)).toBe(900);
  });

  test('of one customer is refused to others', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const subscriptionCoupon = await promotion({ customer: customer?.id ?? '' });
    expect(await checkCoupon(subscriptionCoupon)).toMatchObject({ restrictedToCustomer: true });
    expect(await failureCodeOf(register(small, { subscriptionCoupon }))).toBe(
      'billing.invalidCoupon',
    );
    const other = await registerWithPlan(product, small, withCard);
    expect(await failureCodeOf(update(other, large, { subscriptionCoupon }))).toBe(
      'billing.invalidCoupon',
    );
    await update(owner, large, { subscriptionCoupon });
    expect(await taken(owner)).toBeLessThan(3_000);
  });

  test('is refused after its expiry', async () => {
    const { now } = await sandboxRecordsOf(product);
    const subscriptionCoupon = await promotion({ expires_at: now + 3_600 });
    const coupon = await promotion({ redeemBy: now + 3_600 });
    expect(await checkCoupon(subscriptionCoupon)).toMatchObject({ valid: true });
    await sandboxControls.advance(1);
    for (const code of [subscriptionCoupon, coupon]) {
      expect(await failureCodeOf(checkCoupon(code))).toBe('billing.couponInactive');
      expect(await failureCodeOf(register(small, { subscriptionCoupon: code }))).toBe(
        'billing.couponInactive',
      );
    }
  });

  const rounds = Array.from({ length: repetitions(1, 100) }, (_, index) => index + 1);
  const many = repetitions(10, 100);
  const totals = { won: 0, refused: 0 };

  test.each(rounds)('with one redemption left is redeemed once under load (%i)', async () => {
    const { code: subscriptionCoupon } = await sandboxControls.coupon({
      percentOff: 50,
      maxRedemptions: 1,
    });
    const calls = Array.from({ length: many }, () =>
      register(small, { subscriptionCoupon }).then(
        () => 'won',
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      ),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer === 'won')).toHaveLength(1);
    const refused = answers.filter((answer) => answer === 'billing.couponMaxRedeems');
    expect(new Set(answers)).toEqual(new Set(['won', 'billing.couponMaxRedeems']));
    totals.won += 1;
    totals.refused += refused.length;
  });

  test('is refused as used up to all other registrations', () => {
    const { won, refused } = totals;
    figure('last-redemption', `${rounds.length} × ${many}: ${won} won, ${refused} refused, no 500`);
    expect([won, refused]).toEqual([rounds.length, rounds.length * (many - 1)]);
  });
});

test('A purchase in another currency than that of a running trial is refused (R-SUB-11)', async () => {
  const trial = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });
  const inEuros = await offerProduct(product, {
    price: 15,
    tier: 1,
    period: BillingPeriod.Once,
    currency: 'eur',
  });
  const owner = await registerWithPlan(product, trial);
  const query = { subscriptionPriceId: inEuros };
  for (const attempt of [
    () => owner.api.subscriptions.getUpcomingInvoice({ query }),
    () => update(owner, inEuros),
  ]) {
    expect(await failureCodeOf(attempt())).toBe('billing.currencyLocked');
  }
  // Otherwise no plan could be chosen: neither in the currency of the payment nor in that of the trial.
  await update(owner, small);
});

describe('A price that is archived at the provider during the purchase (R-SUB-13)', () => {
  const serviceIdOf = async (price: string) => {
    const { rows } = await open.owner.query<{ service_id: string }>(
      'select service_id from subscription_prices where id = $1',
      [price],
    );
    return rows[0]?.service_id ?? '';
  };
  const archived = async (price: string) =>
    stripe.prices.update(await serviceIdOf(price), { active: false });

  test.each([
    ['a first subscription', 'createSubscription', {}, free],
    ['a change of plan', 'changePlan', {}, small],
    ['a one-time purchase', 'chargeOneTimePrice', { period: BillingPeriod.Once }, small],
  ] as const)('is refused as no longer offered: %s', async (_way, verb, given, from) => {
    const price = await offerProduct(product, { price: 20, tier: 4, maxUsers: 0, ...given });
    const owner = await registerWithPlan(product, from, from === free ? {} : withCard);
    const paid = await taken(owner);
    const call = () => failureCodeOf(update(owner, price));
    expect(await runBeforeCall(verb, () => archived(price), call)).toBe('billing.notOffered');
    expect(await taken(owner)).toBe(paid);
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct?.subscriptionPrice.id).toBe(from);
  });

  test('that is unknown to the provider is refused in preview and registration', async () => {
    const price = await offerProduct(product, { price: 20, tier: 4, maxUsers: 0 });
    await open.owner.query('update subscription_prices set service_id = $2 where id = $1', [
      price,
      `price_${randomUUID().slice(0, 8)}`,
    ]);
    expect(await failureCodeOf(register(price, {}))).toBe('billing.notOffered');
    const owner = await registerWithPlan(product, small, withCard);
    const query = { subscriptionPriceId: price };
    const preview = () => owner.api.subscriptions.getUpcomingInvoice({ query });
    expect(await failureCodeOf(preview())).toBe('billing.notOffered');
  });
});

describe('An organization deleted during a change of plan is not charged', () => {
  test.each(['listCards', 'attachCard', 'changePlan'] as const)(
    'deleted before %s',
    async (verb) => {
      const owner = await registerWithPlan(product, small, withCard);
      const { api, tenant } = owner;
      const { customer } = await api.subscriptions.getCurrent();
      const deletes = () => api.tenants.remove({ params: { id: tenant } });
      const { code } = await runBeforeCall(verb, deletes, () =>
        expectFailure(update(owner, large)),
      );
      expect(['notFound', 'billing.refused']).toContain(code);
      const { subscriptions, invoices } = await sandboxRecordsOfCustomer(product, customer?.id);
      expect(subscriptions.map((one) => one.status)).toEqual(['canceled']);
      expect(totalPaid(invoices)).toBe(1_000);
    },
  );
});

describe('Any other refusal of the provider (R-SUB-13)', () => {
  test('returns 400 with a code', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    const { customer } = await owner.api.subscriptions.getCurrent();
    await stripe.customers.del(customer?.id ?? '');
    const answer = await expectFailure(owner.api.subscriptions.createPortalSession());
    expect([answer.status, answer.code]).toEqual([400, 'billing.refused']);
  });
});

describe('A given service id (R-PRD-03)', () => {
  test('must exist at the provider and belong to the same price', async () => {
    const { api } = await signInOperator(product);
    const plan = { tier: 7, title: 'Given', active: false };
    const monthly = { type: 1, billingPeriod: 3, price: 5 } as const;
    const invalid = { code: 'validation', fields: { serviceId: ['field.invalid'] } };
    const make = (body: Parameters<typeof api.products.create>[0]['body']) =>
      api.products.create({ body });
    await expect(make({ ...plan, serviceId: 'prod_unknown' })).rejects.toMatchObject(invalid);
    const prices = [{ ...monthly, serviceId: 'price_unknown' }];
    await expect(make({ ...plan, prices })).rejects.toMatchObject(invalid);
    const { id: subscriptionProductId, serviceId: productThere } = await make(plan);
    const add = (serviceId: string) =>
      api.products.createPrice({ body: { ...monthly, subscriptionProductId, serviceId } });
    await expect(add('price_unknown')).rejects.toMatchObject(invalid);
    const there = (unit_amount: number) =>
      stripe.prices.create({
        product: productThere,
        currency: 'usd',
        unit_amount,
        recurring: { interval: 'month' },
      });
    await expect(add((await there(499)).id)).rejects.toMatchObject(invalid);
    const same = await there(500);
    expect((await add(same.id)).serviceId).toBe(same.id);
  });
});

describe('A one-time price', () => {
  test('is refused with trial days', async () => {
    const { api } = await signInOperator(product);
    const oneTime = { type: 0, billingPeriod: 0, price: 5, trialDays: 7 } as const;
    const body = { tier: 7, title: 'Once', active: false, prices: [oneTime] };
    await expect(api.products.create({ body })).rejects.toMatchObject({ code: 'validation' });
  });

  test('with trial days from earlier needs a card', async () => {
    const price = await offerProduct(product, {
      price: 5,
      period: BillingPeriod.Once,
      trialDays: 7,
    });
    const body = registrationBody(price);
    expect(await failureCodeOf(anyone.accounts.register({ body }))).toBe('billing.invalidCard');
  });
});
