import { beforeEach, describe, expect, test } from 'vitest';
import type { TenantProduct } from '#contract/membership.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { resumeOperations } from '#server/billing/subscriptions/service/resume-operations.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication();
const { context, open } = product;
const controls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const { support } = (await signInOperator(product)).api;
const once = { price: 50, tier: 3, period: BillingPeriod.Once };
const lifetime = await offerProduct(product, once);
const yearly = await offerProduct(product, { price: 100, period: BillingPeriod.Yearly });
const granted = await offerProduct(product, { price: 70, tier: 3 });
const reason = 'The customer gave it back within a week.';

beforeEach(controls.freezeCustomers);

/** Registers an organization that paid a price, and returns its owner, the path and the invoice. */
const paying = async (price: string) => {
  const card = { subscriptionCardToken: testCards.good };
  const owner = await registerWithPlan(product, price, card);
  const { invoices } = await owner.api.subscriptions.getCurrent();
  return { owner, params: { id: owner.tenant }, invoiceId: invoices[0]?.id ?? '' };
};

const current = ({ api }: TestMember) => api.subscriptions.getCurrent();
const choose = ({ api }: TestMember, subscriptionPriceId: string) =>
  api.subscriptions.update({ body: { subscriptionPriceId } });

const tierOf = async ({ tenant }: TestMember) => {
  const { rows } = await open.owner.query<{ tier: number }>(
    'select tier from app.entitlement($1)',
    [tenant],
  );
  return rows[0]?.tier;
};

const yearlyRevenueOf = async ({ tenant }: TestMember) => {
  const { rows } = await open.owner.query<{ after: number }>(
    'select after::int from revenue_movements where tenant_id = $1 order by id',
    [tenant],
  );
  return rows.map(({ after }) => after);
};

/** Tier of the free plan, to which every ending leads. */
const freeTier = 1;
const priceOf = ({ subscriptionPrice }: TenantProduct) => subscriptionPrice.price;

/** Returns how often owners and admins were told of a refund, and of an end. */
const toldOf = async ({ user }: TestMember) => {
  const { rows } = await open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1',
    [user.email],
  );
  const count = (pattern: RegExp) => rows.filter(({ subject }) => pattern.test(subject)).length;
  return { refunds: count(/^Reembolso de /), ends: count(/ terminou$| agora está no /) };
};

describe('A refund that ends what the invoice paid for (R-SUP-04)', () => {
  test('leaves a plan that was granted since', async () => {
    const { owner, params, invoiceId } = await paying(yearly);
    const grant = { subscriptionPriceId: granted, until: null, reason };
    await support.grantPlan({ params, body: grant });
    const body = { invoiceId, amount: null, ends: true, reason };
    await support.refund({ params, body });
    const { activeProduct, invoices } = await current(owner);
    expect(activeProduct).toMatchObject({ granted: true, endDate: null });
    expect(invoices.find(({ id }) => id === invoiceId)).toMatchObject({ refunded: 10_000 });
  });

  test('takes a one-time purchase away, and a plan can be chosen again', async () => {
    const { owner, params, invoiceId } = await paying(lifetime);
    expect(await tierOf(owner)).toBe(3);
    const body = { invoiceId, ends: true, reason };
    const { products, invoices, actions } = await support.refund({ params, body });
    expect(products.map(priceOf)).toEqual([0]);
    expect(invoices).toMatchObject([{ id: invoiceId, refunded: 5_000, amountPaid: 5_000 }]);
    expect(actions).toMatchObject([{ kind: 'invoice_refunded', amount: 5_000, reason }]);
    expect(actions[0]?.plan).toEqual(expect.any(String));
    expect((await current(owner)).myProducts.map(priceOf)).toEqual([0]);
    expect(await tierOf(owner)).toBe(freeTier);
    expect(await yearlyRevenueOf(owner)).toEqual([]);
    expect(await toldOf(owner)).toEqual({ refunds: 1, ends: 1 });
    await controls.advance(1);
    expect(await tierOf(owner)).toBe(freeTier);
    for (const price of [lifetime, yearly]) await choose(owner, price);
    const paid = (await current(owner)).myProducts.filter(priceOf);
    expect(paid.map(({ subscriptionPrice: { id } }) => id).toSorted()).toEqual(
      [lifetime, yearly].toSorted(),
    );
  });

  test('ends a subscription now, without a credit for the unused time that was refunded', async () => {
    const { owner, params, invoiceId } = await paying(yearly);
    await controls.advance(30);
    const { products, creditBalance } = await support.refund({
      params,
      body: { invoiceId, ends: true, reason },
    });
    expect([products.map(priceOf), creditBalance]).toEqual([[0], 0]);
    expect(await yearlyRevenueOf(owner)).toEqual([10_000, 0]);
    expect(await toldOf(owner)).toEqual({ refunds: 1, ends: 1 });
    await choose(owner, yearly);
    const { invoices } = await current(owner);
    expect(invoices.map(({ amountPaid, refunded }) => [amountPaid, refunded])).toEqual([
      [10_000, 0],
      [10_000, 10_000],
    ]);
  });

  test('is possible when all was refunded before, and only once', async () => {
    for (const price of [lifetime, yearly]) {
      const { owner, params, invoiceId } = await paying(price);
      await support.refund({ params, body: { invoiceId, reason } });
      expect((await current(owner)).activeProduct?.subscriptionPrice.id).toBe(price);
      const body = { invoiceId, ends: true, reason };
      const both = [support.refund({ params, body }), support.refund({ params, body })];
      const settled = await Promise.allSettled(both);
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await failureCodeOf(support.refund({ params, body }))).toBe('support.notRefundable');
      expect((await current(owner)).myProducts.filter(priceOf)).toEqual([]);
      expect(await toldOf(owner)).toEqual({ refunds: 1, ends: 1 });
    }
  });

  test('is completed by the reconciliation job when the provider fails between refund and end', async () => {
    const { owner, params, invoiceId } = await paying(yearly);
    const real = context.stripe;
    const fail = () => Promise.reject(new ProviderUnavailable('down'));
    context.stripe = new Proxy(real, {
      get: (target, name, receiver) =>
        name === 'cancelSubscription' ? fail : Reflect.get(target, name, receiver),
    });
    const call = support.refund({ params, body: { invoiceId, ends: true, reason } });
    expect(await failureCodeOf(call)).toBe('billing.providerUnavailable');
    context.stripe = real;
    await resumeOperations(context);
    expect((await current(owner)).myProducts.filter(priceOf)).toEqual([]);
    expect(await toldOf(owner)).toEqual({ refunds: 1, ends: 1 });
    const { data } = await stripe.charges.list({
      customer: (await current(owner)).customer?.id ?? '',
    });
    expect(data.map(({ amount_refunded: amount }) => amount)).toEqual([10_000]);
  });
});

describe('A one-time purchase', () => {
  test('keeps product and access after a refund that does not end it (R-SUP-04)', async () => {
    const { owner, params, invoiceId } = await paying(lifetime);
    await support.refund({ params, body: { invoiceId, reason } });
    expect((await current(owner)).activeProduct?.subscriptionPrice.id).toBe(lifetime);
    expect(await tierOf(owner)).toBe(3);
    expect(await toldOf(owner)).toEqual({ refunds: 1, ends: 0 });
  });

  test('is not canceled by its owner, who learns that it never renews (R-SUB-10)', async () => {
    const { owner } = await paying(lifetime);
    const call = owner.api.subscriptions.cancel({ body: {} });
    expect(await failureCodeOf(call)).toBe('billing.oneTimePurchase');
    expect(await tierOf(owner)).toBe(3);
  });
});
