import { describe, expect, test } from 'vitest';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';

/** Invoices below Stripe's minimum charge, which Stripe adds to the next one. */
const product = await testApplication();
const { advance, coupon } = sandboxControlsOf(product);
const small = await offerProduct(product, { price: 0.77, tier: 2 });
const large = await offerProduct(product, { price: 9.99, tier: 3 });
const { code } = await coupon({ percentOff: 70, duration: 'forever' });

const subscribe = () =>
  registerWithPlan(product, small, {
    subscriptionCardToken: testCards.good,
    subscriptionCoupon: code,
  });

const current = ({ api }: TestMember) => api.subscriptions.getCurrent();
const previewOf = ({ api }: TestMember, query = {}) =>
  api.subscriptions.getUpcomingInvoice({ query });

describe('An invoice below the minimum charge', () => {
  test('is shown as paid by adding its amount to the next one, and as owed', async () => {
    const owner = await subscribe();
    const { creditBalance, invoices, activeProduct } = await current(owner);
    expect(creditBalance).toBe(-23);
    expect(activeProduct?.status).toBe('active');
    const [first] = invoices;
    expect(first).toMatchObject({ status: 'paid', total: 23, amountPaid: 0, deferred: 23 });
    expect(await previewOf(owner)).toMatchObject({ amountDue: 0, nextRenewal: { amount: 0 } });
    const { rowCount } = await product.open.owner.query(
      `select from emails where recipient = $1 and subject like '%0,23%'`,
      [owner.user.email],
    );
    expect(rowCount).toBe(0);
  });

  test('is charged with the renewal that reaches the minimum', async () => {
    const owner = await subscribe();
    await advance(32);
    expect((await current(owner)).creditBalance).toBe(-46);
    expect(await previewOf(owner)).toMatchObject({
      amountDue: 69,
      owedBefore: 46,
      nextRenewal: { amount: 69 },
    });
    await advance(31);
    const { creditBalance, invoices } = await current(owner);
    expect([creditBalance, invoices[0]?.amountPaid]).toEqual([0, 69]);
    expect(invoices[0]).toMatchObject({ total: 23, owedBefore: 46, deferred: 0 });
  });

  test('is part of what the preview of another plan says is due, which is charged', async () => {
    const owner = await subscribe();
    const preview = await previewOf(owner, { subscriptionPriceId: large });
    expect(preview).toMatchObject({ owedBefore: 23, deferred: 0 });
    const { amountDue = 0, prorationDate = null } = preview ?? {};
    const body = { subscriptionPriceId: large, amountDue, prorationDate };
    const { invoices, creditBalance } = await owner.api.subscriptions.update({ body });
    expect([invoices[0]?.amountPaid, creditBalance]).toEqual([amountDue, 0]);
  });

  test('is previewed before the subscription exists', async () => {
    const preview = await product.anyone.subscriptions.previewNewPlan({
      params: { id: small },
      query: { subscriptionCoupon: code },
    });
    expect(preview).toMatchObject({ amountDue: 0, deferred: 23, nextRenewal: { amount: 0 } });
  });
});

test('The operator can’t offer a price below the minimum charge', async () => {
  const { api } = await signInOperator(product);
  const products = await api.products.getAll({ query: {} });
  const body = {
    subscriptionProductId: products[0]?.id ?? '',
    type: 1,
    billingPeriod: 3,
    price: 0.49,
  } as const;
  const refused = api.products.createPrice({ body });
  expect(await failureCodeOf(refused)).toBe('validation');
});
