import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { stripeUnderTest } from '#server/billing/payments/test/stripe-under-test.ts';
import { createSdkClient } from './connection.ts';
import { CardDeclined } from './errors.ts';

/** Runs against the sandbox or Stripe's test mode: no test here needs the sandbox's clock. */
const { stripe, settings, provider } = await stripeUnderTest();
const sdk = await createSdkClient(settings);
const metadata = { origin: 'gateway-money.test.ts' };
const key = () => `test:${randomUUID()}`;

const created = { customers: [] as string[], products: [] as string[] };
afterAll(async () => {
  for (const customer of created.customers) await stripe.deleteCustomer(customer);
  for (const product of created.products) await stripe.archiveProduct(product);
});

const newPrice = async (amount: number, interval: 'month' | 'year' | null = 'month') => {
  const product = await stripe.createProduct({ title: 'Pro', description: '', metadata }, key());
  created.products.push(product.id);
  const price = { product: product.id, currency: 'usd', amount, interval, metadata };
  return (await stripe.createPrice(price, key())).id;
};

/** Creates a customer whose default card is this one. */
const payer = async (card = 'pm_card_visa') => {
  const who = { email: 'ana@example.com', name: 'Ana', locale: 'en', metadata };
  const { id } = await stripe.createCustomer(who, key());
  created.customers.push(id);
  const { id: kept } = await stripe.attachCard(id, card, key());
  await stripe.setDefaultCard(id, kept);
  return id;
};

const small = await newPrice(1_000);
const large = await newPrice(5_000);
const once = await newPrice(700, null);

const subscribe = (customer: string, price = small) =>
  stripe.createSubscription({ customer, price, trialDays: 0, metadata }, key());

describe(`payments with ${provider}`, () => {
  test('keeps and charges a valid card, and refuses a declined one', async () => {
    const customer = await payer();
    expect(await stripe.listCards(customer)).toMatchObject([
      { brand: 'visa', lastFourDigits: '4242' },
    ]);
    const attempt = stripe.attachCard(customer, 'pm_card_chargeDeclined', key());
    await expect(attempt).rejects.toThrow(CardDeclined);
    expect(await subscribe(customer)).toMatchObject({ status: 'active', changePending: false });
  });

  test('reports why a first payment fails, and leaves the subscription incomplete', async () => {
    const { status, latestInvoice } = await subscribe(await payer('pm_card_chargeCustomerFail'));
    expect(status).toBe('incomplete');
    expect(await stripe.retrieveSettlement(latestInvoice ?? '')).toMatchObject({
      outcome: 'declined',
    });
  });

  test('reports that a first payment needs authentication', async () => {
    const { status, latestInvoice } = await subscribe(
      await payer('pm_card_authenticationRequired'),
    );
    expect(status).toBe('incomplete');
    expect(await stripe.retrieveSettlement(latestInvoice ?? '')).toEqual({
      outcome: 'authenticate',
      clientSecret: expect.stringMatching(/^pi_.*_secret_/),
    });
  });

  test('charges the previewed amount for a change of plan, immediately', async () => {
    const customer = await payer();
    const { id, itemId } = await subscribe(customer);
    const prorationDate = Math.floor(Date.now() / 1_000) + 60;
    const change = { item: itemId ?? '', price: large, prorationDate };
    const preview = await stripe.previewInvoice({ customer, subscription: id, change });
    const changed = await stripe.changePlan(id, change, key());
    expect([changed.priceServiceId, changed.changePending]).toEqual([large, false]);
    const [invoice] = await stripe.listInvoices(customer);
    expect(invoice).toMatchObject({ status: 'paid', amountDue: preview?.amountDue });
  });

  test('keeps the plan until a change is paid, and owes nothing once it is reversed', async () => {
    const customer = await payer();
    const { id, itemId } = await subscribe(customer);
    const { id: card } = await stripe.attachCard(customer, 'pm_card_chargeCustomerFail', key());
    await stripe.setDefaultCard(customer, card);
    const change = { item: itemId ?? '', price: large };
    const waiting = await stripe.changePlan(id, change, key());
    expect([waiting.priceServiceId, waiting.changePending]).toEqual([small, true]);
    await stripe.reverseInvoice(waiting.latestInvoice ?? '', key());
    expect(await stripe.retrieveSubscription(id)).toMatchObject({
      status: 'active',
      priceServiceId: small,
      changePending: false,
    });
  });

  test('charges a sale once per idempotency key, and refunds it once', async () => {
    const customer = await payer();
    const again = key();
    const sale = { customer, price: once, currency: 'usd', promotionCode: null, metadata };
    const invoice = await stripe.chargeOneTimePrice(sale, again);
    expect(await stripe.chargeOneTimePrice(sale, again)).toBe(invoice);
    expect(await stripe.retrieveSettlement(invoice)).toEqual({ outcome: 'paid' });
    await stripe.reverseInvoice(invoice, again);
    await stripe.reverseInvoice(invoice, key());
    const { data } = await sdk.refunds.list({ limit: 1 });
    expect(data).toMatchObject([{ amount: 700 }]);
  });

  test('finds the coupon of a promotion code and applies it', async () => {
    const coupon = await sdk.coupons.create({ percent_off: 50, duration: 'once' });
    const code = `HALF${randomUUID().slice(0, 8)}`.toUpperCase();
    await sdk.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code });
    const found = await stripe.findCoupon(code);
    expect(found).toMatchObject({ percentOff: 50, active: true, lasts: false, timesRedeemed: 0 });
    expect(await stripe.findCoupon('UNKNOWN-CODE')).toBeNull();
    const customer = await payer();
    const { promotionCode } = found ?? {};
    await stripe.createSubscription(
      { customer, price: small, trialDays: 0, metadata, ...(promotionCode && { promotionCode }) },
      key(),
    );
    expect(await stripe.listInvoices(customer)).toMatchObject([{ amountDue: 500 }]);
    expect(await stripe.findCoupon(code)).toMatchObject({ timesRedeemed: 1 });
  });

  test('authorizes a card for later charges, or asks for authentication first', async () => {
    const customer = await payer();
    const allow = async (name: string) => {
      const { id: card } = await stripe.attachCard(customer, name, key());
      return stripe.authorizeCard({ customer, card, metadata }, key());
    };
    expect(await allow('pm_card_mastercard')).toMatchObject({ outcome: 'paid' });
    const asked = await allow('pm_card_authenticationRequired');
    expect(asked).toMatchObject({ outcome: 'authenticate' });
    expect(await stripe.retrieveAuthorization(asked.id)).toMatchObject({
      outcome: 'authenticate',
    });
  });
});
