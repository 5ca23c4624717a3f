import { array, assert, asyncProperty, constantFrom, nat, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { testApplication } from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import {
  sandboxRecordsOfCustomer,
  testCards,
  sandboxControlsOf,
  offerProduct,
  registerWithPlan,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication();
const sandboxControls = sandboxControlsOf(product);
const { Weekly, Monthly, Yearly } = BillingPeriod;

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
  ].map(async (coupon) => (await sandboxControls.coupon(coupon)).code),
);

/** The index of the other price, the minutes until the change, and the coupon. */
const change = record({
  to: nat({ max: prices.length - 2 }),
  minutes: nat({ max: 45 * 1_440 }),
  code: option(constantFrom(...codes), { freq: 3 }),
});

/** Number of runs with five changes each; `LONGRUN=all` makes 500 changes. */
const numRuns = repetitions(2, 100);

test('a change of plan is charged exactly as previewed, to the cent (R-SUB-03)', async () => {
  let charged = 0;
  await assert(
    asyncProperty(array(change, { minLength: 5, maxLength: 5 }), async (changes) => {
      const owner = await registerWithPlan(product, prices[0] ?? '', {
        subscriptionCardToken: testCards.good,
      });
      const { api } = owner;
      let price = prices[0];
      for (const { to, minutes, code } of changes) {
        await sandboxControls.advance(minutes / 1_440);
        const next = prices.filter((one) => one !== price)[to] ?? '';
        const wish = { subscriptionPriceId: next, ...(code && { subscriptionCoupon: code }) };
        const shown = await api.subscriptions.getUpcomingInvoice({ query: wish });
        const { customer } = await api.subscriptions.getCurrent();
        const before = totalPaid((await sandboxRecordsOfCustomer(product, customer?.id)).invoices);
        const { activeProduct } = await api.subscriptions.update({
          body: { ...wish, prorationDate: shown?.prorationDate },
        });
        const { invoices, subscriptions } = await sandboxRecordsOfCustomer(product, customer?.id);
        expect(activeProduct?.subscriptionPrice.id).toBe(next);
        expect(totalPaid(invoices) - before).toBe(shown?.amountDue);
        expect(subscriptions).toHaveLength(1);
        price = next;
        charged += 1;
      }
      // Otherwise this organization renews while later runs advance the clock.
      await api.subscriptions.cancel({ body: {} });
    }),
    { numRuns, endOnFailure: true },
  );
  expect(charged).toBeGreaterThanOrEqual(5 * numRuns);
  figure('previews', `${charged} changes of a plan, each charged as shown`);
}, 0);
