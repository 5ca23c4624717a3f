import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication({ INSTANCES: '1' });
const controls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const { api: operator } = await signInOperator(product);

const small = await offerProduct(product, { price: 10, tier: 2 });
const large = await offerProduct(product, { price: 30, tier: 3 });
const tried = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });

beforeEach(controls.freezeCustomers);

const withCard = { subscriptionCardToken: testCards.good };
/** Registers an organization with a new coupon, and card unless given. */
const register = async (price: string, coupon: object, given: object = withCard) => {
  const { code } = await controls.coupon({ ...coupon });
  return registerWithPlan(product, price, { ...given, subscriptionCoupon: code });
};

/** Returns the movements of an organization, oldest first. */
const movementsOf = async ({ tenant }: TestMember) => {
  const { items } = await operator.overview.getMovements({ query: { limit: 1_000 } });
  const own = items.filter((one) => one.tenant.id === tenant).toReversed();
  return own.map(({ kind, before, after }) => [kind, before, after]);
};

/** Returns the yearly revenue and status of the subscriptions of an organization. */
const subscriptionsOf = async ({ tenant }: TestMember) => {
  const { items } = await operator.overview.getSubscriptions({ query: { limit: 1_000 } });
  return items
    .filter((one) => one.tenant.id === tenant)
    .map(({ status, yearly }) => [status, yearly]);
};

/** Returns the running subscription at the provider. */
const liveOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  const { data } = await stripe.subscriptions.list({ customer: customer?.id ?? '' });
  return data[0] ?? expect.fail('No subscription');
};

const reconcile = ({ tenant }: TestMember) =>
  reconcileTenant(product.context, trusted.tenantId(tenant));

const changePlan = async ({ api }: TestMember, price: string, coupon?: object) => {
  const code = coupon ? (await controls.coupon({ ...coupon })).code : null;
  const query = code ? { subscriptionCoupon: code } : {};
  const shown = await api.subscriptions.getUpcomingInvoice({
    query: { subscriptionPriceId: price, ...query },
  });
  const { amountDue = 0, prorationDate = null } = shown ?? {};
  await api.subscriptions.update({
    body: { subscriptionPriceId: price, subscriptionCoupon: code, amountDue, prorationDate },
  });
};

const forever = { duration: 'forever' };
const free = { percentOff: 100, ...forever };
const half = { percentOff: 50, ...forever };

describe('Recurring revenue is what renewals cost (R-OPR-28)', () => {
  test('with a coupon of 100 %, nothing, and its end is no churn', async () => {
    const owner = await register(small, free);
    expect(await subscriptionsOf(owner)).toEqual([['active', 0]]);
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
    expect(await movementsOf(owner)).toEqual([]);
  });

  test('the figures add up to the ledger with discounts', async () => {
    await register(small, half);
    const { revenue } = await operator.overview.get();
    const { paid = 0, months = [] } = revenue.find(({ currency }) => currency === 'usd') ?? {};
    expect(paid).toBe(months.at(-1)?.end);
    const { items } = await operator.tenants.getAllOfAll({ query: { limit: 1_000 } });
    const yearly = items.flatMap((tenant) => tenant.revenue.map((one) => one.yearly));
    expect(yearly.reduce((sum, one) => sum + one, 0)).toBe(paid);
  });

  test('with a coupon for three months, half until the third renewal', async () => {
    const owner = await register(small, {
      percentOff: 50,
      duration: 'repeating',
      durationInMonths: 3,
    });
    const counted: unknown[] = [];
    for (const _ of [1, 2, 3]) {
      counted.push(await subscriptionsOf(owner));
      await controls.advance(31);
    }
    counted.push(await subscriptionsOf(owner));
    expect(counted.flat()).toEqual([6_000, 6_000, 6_000, 12_000].map((sum) => ['active', sum]));
    expect(await movementsOf(owner)).toEqual([
      ['new', 0, 6_000],
      ['expansion', 6_000, 12_000],
    ]);
  });

  test('with a coupon for one payment, the price', async () => {
    const owner = await register(small, { percentOff: 50, duration: 'once' });
    await reconcile(owner);
    expect(await movementsOf(owner)).toEqual([['new', 0, 12_000]]);
  });

  test('with an amount off, the rest, and never less than nothing', async () => {
    const months = { duration: 'repeating', durationInMonths: 12 };
    const owner = await register(small, { amountOff: 250, ...months });
    expect(await movementsOf(owner)).toEqual([['new', 0, 12 * 750]]);
    const other = await register(small, { amountOff: 5_000, ...months });
    expect(await subscriptionsOf(other)).toEqual([['active', 0]]);
  });

  test('a trial is listed with what it would pay', async () => {
    const owner = await register(tried, half);
    expect(await subscriptionsOf(owner)).toEqual([['trialing', 12_000]]);
    expect(await movementsOf(owner)).toEqual([]);
    await controls.advance(15);
    expect(await movementsOf(owner)).toEqual([['new', 0, 12_000]]);
  });
});

describe('Recurring revenue follows changes of discounts (R-OPR-28)', () => {
  test('that are removed at the provider', async () => {
    const owner = await register(small, half);
    const { id } = await liveOf(owner);
    await stripe.subscriptions.update(id, { discounts: '' });
    await reconcileAllNow(product);
    expect(await movementsOf(owner)).toEqual([
      ['new', 0, 6_000],
      ['expansion', 6_000, 12_000],
    ]);
  });

  test('that ended without an event, with the next scheduled run', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    // The events of the registration are processed by then.
    await reconcileAllNow(product);
    await product.open.owner.query(
      'update tenant_products set recurring_discount = 500 where tenant_id = $1',
      [owner.tenant],
    );
    expect(await subscriptionsOf(owner)).toEqual([['active', 6_000]]);
    await reconcileAllNow(product);
    expect(await subscriptionsOf(owner)).toEqual([['active', 12_000]]);
  });

  test('that are given at the provider, one after the other', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    const { id } = await liveOf(owner);
    const [{ id: first }, { id: second }] = await Promise.all([
      stripe.coupons.create({ percent_off: 50, duration: 'forever' }),
      stripe.coupons.create({ percent_off: 20, duration: 'forever' }),
    ]);
    await stripe.subscriptions.update(id, { discounts: [{ coupon: first }, { coupon: second }] });
    await reconcile(owner);
    expect(await movementsOf(owner)).toEqual([
      ['new', 0, 12_000],
      ['contraction', 12_000, 4_800],
    ]);
  });

  test('with a change of plan, as one movement', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    await changePlan(owner, large, half);
    expect(await movementsOf(owner)).toEqual([
      ['new', 0, 12_000],
      ['expansion', 12_000, 18_000],
    ]);
  });

  test('whose coupon is for the former plan, also once it was deleted', async () => {
    const { subscriptionProductId } = await operator.products.getPrice({ params: { id: small } });
    const { code } = await operator.coupons.create({
      body: {
        code: 'SMALL',
        percentOff: 50,
        duration: 'forever',
        products: [subscriptionProductId],
      },
    });
    const given = { ...withCard, subscriptionCoupon: code };
    const owner = await registerWithPlan(product, small, given);
    await stripe.coupons.del(await couponOf(owner));
    await reconcile(owner);
    expect(await subscriptionsOf(owner)).toEqual([['active', 6_000]]);
    await changePlan(owner, large);
    expect(await movementsOf(owner)).toEqual([
      ['new', 0, 6_000],
      ['expansion', 6_000, 36_000],
    ]);
  });

  test('with a grant, which leaves the organization its own', async () => {
    const owner = await register(small, half);
    const params = { id: owner.tenant };
    const body = { subscriptionPriceId: large, until: null, reason: 'Thanks' };
    await operator.support.grantPlan({ params, body });
    expect((await movementsOf(owner)).at(-1)).toEqual(['churn', 6_000, 0]);
    await changePlan(owner, small);
    await reconcile(owner);
    expect((await movementsOf(owner)).at(-1)).toEqual(['new', 0, 6_000]);
  });
});

/** Returns the id of the coupon of the first discount at the provider. */
const couponOf = async (owner: TestMember) => {
  const { id } = await liveOf(owner);
  const { discounts } = await stripe.subscriptions.retrieve(id, { expand: ['discounts'] });
  const [discount] = discounts;
  const coupon = typeof discount === 'object' ? discount.source.coupon : null;
  return typeof coupon === 'string' ? coupon : expect.fail('No coupon');
};
