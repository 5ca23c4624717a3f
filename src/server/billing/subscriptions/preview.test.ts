import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  option,
  record,
} from 'fast-check';
import { expect, test } from 'vitest';
import type { TaxLocation } from '#contract/billing/tax.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import {
  sandboxRecordsOfCustomer,
  testCards,
  sandboxControlsOf,
  offerProduct,
  registerWithPlan,
  failureCodeOf,
  totalPaid,
} from './test/fixtures.ts';

const { Weekly, Monthly, Yearly } = BillingPeriod;

/** Starts an application with prices and coupons to choose among. */
async function startShop(variables: Record<string, string>) {
  const product = await testApplication(variables);
  const controls = sandboxControlsOf(product);
  const prices = await Promise.all(
    [
      { price: 2.55, period: Monthly },
      { price: 9.99, period: Monthly },
      { price: 47.31, period: Monthly },
      { price: 3.33, period: Weekly },
      { price: 25.5, period: Yearly },
      { price: 101.01, period: Yearly },
      { price: 0.85, period: Monthly, trialDays: 14 },
    ].map((wanted) => offerProduct(product, { ...wanted, maxUsers: 0 })),
  );
  const codes = await Promise.all(
    [
      { percentOff: 33, duration: 'forever' },
      { percentOff: 12.5, duration: 'once' },
      { amountOff: 155, currency: 'usd', duration: 'repeating', durationInMonths: 3 },
    ].map(async (coupon) => (await controls.coupon(coupon)).code),
  );
  return { product, controls, prices, codes };
}

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Places with taxes that round differently, and one without. */
const places = [
  { country: 'DE', postalCode: '' },
  { country: 'FI', postalCode: '' },
  { country: 'IN', postalCode: '110001' },
  { country: 'US', postalCode: '75001' },
  { country: 'BR', postalCode: '' },
];

/** The index of the other price, the minutes until the change, and the coupon. */
const changesIn = ({ prices, codes }: Shop) =>
  array(
    record({
      to: nat({ max: prices.length - 2 }),
      minutes: nat({ max: 45 * 1_440 }),
      code: option(constantFrom(...codes), { freq: 3 }),
    }),
    { minLength: 5, maxLength: 5 },
  );

type Changes = ReturnType<typeof changesIn> extends Arbitrary<infer T> ? T : never;

/** Number of runs with five changes each; `LONGRUN=all` makes 500 changes. */
const numRuns = repetitions(1, 100);

/** Makes changes of a new organization; returns how many of them were charged as shown. */
async function makeChanges(
  { product, controls, prices }: Shop,
  changes: Changes,
  taxLocation?: TaxLocation,
) {
  const { api } = await registerWithPlan(product, prices[0] ?? '', {
    subscriptionCardToken: testCards.good,
    taxLocation,
  });
  let price = prices[0];
  for (const { to, minutes, code } of changes) {
    await controls.advance(minutes / 1_440);
    const next = prices.filter((one) => one !== price)[to] ?? '';
    const wish = { subscriptionPriceId: next, ...(code && { subscriptionCoupon: code }) };
    const shown = await api.subscriptions.getUpcomingInvoice({ query: wish });
    const { customer } = await api.subscriptions.getCurrent();
    const before = totalPaid((await sandboxRecordsOfCustomer(product, customer?.id)).invoices);
    const { activeProduct } = await api.subscriptions.update({
      body: { ...wish, prorationDate: shown?.prorationDate, amountDue: shown?.amountDue },
    });
    const { invoices, subscriptions } = await sandboxRecordsOfCustomer(product, customer?.id);
    expect(activeProduct?.subscriptionPrice.id).toBe(next);
    expect(totalPaid(invoices) - before).toBe(shown?.amountDue);
    expect(subscriptions).toHaveLength(1);
    price = next;
  }
  // Otherwise this organization renews while later runs advance the clock.
  await api.subscriptions.cancel({ body: {} });
  return changes.length;
}

test('a change of plan is charged exactly as previewed, to the cent (R-SUB-03)', async () => {
  const shop = await startShop({});
  let charged = 0;
  await assert(
    asyncProperty(changesIn(shop), async (changes) => {
      charged += await makeChanges(shop, changes);
    }),
    { numRuns, endOnFailure: true },
  );
  expect(charged).toBeGreaterThanOrEqual(5 * numRuns);
  figure('previews', `${charged} changes of a plan, each charged as shown`);
}, 0);

test('with Stripe Tax, a change of plan is charged exactly as previewed (R-TAX-04)', async () => {
  const shop = await startShop({ STRIPE_TAX: 'on' });
  let charged = 0;
  await assert(
    asyncProperty(changesIn(shop), constantFrom(...places), async (changes, place) => {
      charged += await makeChanges(shop, changes, place);
    }),
    { numRuns, endOnFailure: true },
  );
  expect(charged).toBeGreaterThanOrEqual(5 * numRuns);
  figure('previews', `${charged} changes of a plan with tax, each charged as shown`);
}, 0);

test('a preview names the running discounts that its code replaces (R-SUB-03, R-SUB-12)', async () => {
  const { product, controls, prices } = await startShop({});
  const [half, tenth] = await Promise.all(
    [50, 10].map((percentOff) => controls.coupon({ percentOff, duration: 'forever' })),
  );
  const { api } = await registerWithPlan(product, prices[0] ?? '', {
    subscriptionCardToken: testCards.good,
    subscriptionCoupon: half?.code,
  });
  const previewOf = (price: number, subscriptionCoupon?: string) =>
    api.subscriptions.getUpcomingInvoice({
      query: {
        subscriptionPriceId: prices[price] ?? '',
        ...(subscriptionCoupon && { subscriptionCoupon }),
      },
    });
  expect((await previewOf(1))?.replacedDiscounts).toEqual([]);
  const replacing = await previewOf(1, tenth?.code);
  expect(replacing?.replacedDiscounts).toHaveLength(1);
  const body = { subscriptionPriceId: prices[1] ?? '', subscriptionCoupon: tenth?.code };
  const before = await api.subscriptions.getCurrent();
  // Only who has seen the amount has seen which discount ends.
  const unseen = api.subscriptions.update({ body });
  expect(await failureCodeOf(unseen)).toBe('billing.previewExpired');
  expect(await api.subscriptions.getCurrent()).toEqual(before);
  await api.subscriptions.update({
    body: {
      ...body,
      prorationDate: replacing?.prorationDate,
      amountDue: replacing?.amountDue,
    },
  });
  expect((await previewOf(2, half?.code))?.replacedDiscounts).toHaveLength(1);
});
