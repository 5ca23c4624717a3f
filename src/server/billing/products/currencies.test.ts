import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toMinor, type Currency } from '#contract/money.ts';
import { suggestLocalPrices, unpricedMarkets } from '#contract/pricing/local-prices.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  expectFailure,
  offerProduct,
  registerWithPlan,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const { coupons, products } = (await signInOperator(product)).api;

/** Creates a product with one monthly price. */
const create = (currency: Currency, price: number, priceBefore: number | null = null) =>
  products.create({
    body: {
      tier: 2,
      title: `Currency ${randomUUID().slice(0, 8)}`,
      active: true,
      image: null,
      prices: [{ type: 1, billingPeriod: 3, currency, price, priceBefore }],
    },
  });

describe('Prices in any currency of the provider (R-PRD-12)', () => {
  test.each([
    ['brl', 99.9, 9_990],
    ['inr', 1_499, 149_900],
    ['jpy', 1_500, 1_500],
    ['kwd', 5.25, 5_250],
  ] as const)('%s is stored and charged exactly', async (currency, price, minor) => {
    const made = await create(currency, price);
    const [stored] = made.prices;
    expect(stored).toMatchObject({ currency, price });
    expect(await stripe.prices.retrieve(stored?.serviceId ?? '')).toMatchObject({
      currency,
      unit_amount: minor,
    });
    const owner = await registerWithPlan(product, stored?.id ?? '', {
      subscriptionCardToken: testCards.good,
    });
    const { invoices } = await owner.api.subscriptions.getCurrent();
    expect(invoices[0]).toMatchObject({ currency, total: minor, status: 'paid' });
  });

  test('a change of plan costs what its preview says', async () => {
    for (const currency of ['jpy', 'kwd'] as const) {
      const small = await offerProduct(product, { price: 1_000, currency });
      const large = await offerProduct(product, { price: 3_000, tier: 3, currency });
      const withCard = { subscriptionCardToken: testCards.good };
      const owner = await registerWithPlan(product, small, withCard);
      const query = { subscriptionPriceId: large };
      const preview = await owner.api.subscriptions.getUpcomingInvoice({ query });
      const prorationDate = preview?.prorationDate ?? null;
      await owner.api.subscriptions.update({
        body: { subscriptionPriceId: large, prorationDate },
      });
      const { invoices } = await owner.api.subscriptions.getCurrent();
      expect(invoices[0]?.total).toBe(preview?.amountDue);
      // A second of the period may have passed since the payment.
      expect(preview?.amountDue).toBeLessThanOrEqual(toMinor(2_000, currency));
      expect(preview?.amountDue).toBeGreaterThan(toMinor(1_999, currency));
    }
  });

  test('a currency without decimals has whole prices', async () => {
    for (const [currency, price, before] of [
      ['jpy', 10.5, null],
      ['jpy', 10, 12.5],
      ['isk', 0.5, null],
    ] as const) {
      const { fields } = await expectFailure(create(currency, price, before));
      expect(Object.values(fields).flat()).toContain('field.integer');
    }
    const coupon = { code: 'WHOLE', percentOff: null, duration: 'once', currency: 'jpy' } as const;
    const refused = await expectFailure(coupons.create({ body: { ...coupon, amountOff: 10.5 } }));
    expect(refused.fields).toEqual({ amountOff: ['field.integer'] });
    await create('jpy', 2_000);
    await coupons.create({ body: { ...coupon, amountOff: 500 } });
    const { data } = await stripe.coupons.list();
    expect(data[0]).toMatchObject({ amount_off: 500, currency: 'jpy' });
  });
});

describe('Prices in another currency (R-PRD-15)', () => {
  test('start from suggestions that keep the yearly discount, and are added all or none', async () => {
    const plan = await products.create({
      body: {
        tier: 2,
        title: `Local ${randomUUID().slice(0, 8)}`,
        active: true,
        image: null,
        prices: [
          { type: 1, billingPeriod: 3, currency: 'usd', price: 19, trialDays: 7 },
          { type: 1, billingPeriod: 4, currency: 'usd', price: 190 },
        ],
      },
    });
    const suggested = suggestLocalPrices(plan.prices, 'brl');
    expect(suggested).toEqual([
      { type: 1, billingPeriod: 3, price: 102.9, trialDays: 7 },
      { type: 1, billingPeriod: 4, price: 1_029, trialDays: 0 },
    ]);
    const send = (prices: typeof suggested) => {
      const inReais = prices.map((price) => ({ ...price, currency: 'brl' as const }));
      return products.createPrices({ body: { subscriptionProductId: plan.id, prices: inReais } });
    };
    const refused = await expectFailure(
      send(suggested.map((price) => ({ ...price, price: price.trialDays ? price.price : 0.1 }))),
    );
    expect(Object.values(refused.fields).flat()).toEqual(['field.tooSmall']);
    const get = () => products.get({ params: { id: plan.id } });
    expect((await get()).prices).toHaveLength(2);

    const made = await send(suggested);
    for (const price of made) {
      expect(await stripe.prices.retrieve(price.serviceId)).toMatchObject({
        currency: 'brl',
        unit_amount: toMinor(price.price, 'brl'),
      });
    }
    const { prices } = await get();
    expect(prices).toHaveLength(4);
    expect(unpricedMarkets(prices)).not.toContain('brl');
  });

  test.each([
    ['inr', 1, 89],
    ['mxn', 1, 19],
    ['jpy', 1, 160],
    ['eur', 0, 0],
  ] as const)('in %s are usual amounts of that market', async (currency, price, suggested) => {
    const { prices } = await create('usd', price);
    expect(suggestLocalPrices(prices, currency)).toMatchObject([{ price: suggested }]);
  });
});
