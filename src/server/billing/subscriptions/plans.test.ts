import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import {
  priceIdOf,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import type { TestMember } from '#server/test/application.ts';
import {
  sandboxRecordsOfCustomer,
  testCards,
  failureCodeOf,
  sandboxControlsOf,
  offerProduct,
  expectFailure,
  registerWithPlan,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const sandboxControls = sandboxControlsOf(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const trial = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);
const small = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 10 });
const yearly = await offerProduct(product, {
  price: 300,
  tier: 3,
  maxUsers: 10,
  period: BillingPeriod.Yearly,
});
const once = await offerProduct(product, { price: 15, tier: 1, period: BillingPeriod.Once });
const inEuro = await offerProduct(product, { price: 10, currency: 'eur' });

retryWithoutDelay();

beforeEach(sandboxControls.freezeCustomers);

const withCard = { subscriptionCardToken: testCards.good };
const subscriber = () => registerWithPlan(product, small, withCard);
const update = ({ api }: TestMember, price: string, more: Record<string, unknown> = {}) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price, ...more } });
const preview = ({ api }: TestMember, price?: string) =>
  api.subscriptions.getUpcomingInvoice({ query: price ? { subscriptionPriceId: price } : {} });
const recordsOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  return sandboxRecordsOfCustomer(product, customer?.id);
};
const running = (records: Awaited<ReturnType<typeof recordsOf>>) =>
  records.subscriptions.filter(({ status }) => !/^(canceled|incomplete_expired)$/.test(status));
const titleOf = async (price: string) => {
  const products = await product.anyone.products.getAll();
  return products.find(({ prices }) => prices.some(({ id }) => id === price))?.title;
};

/** Invites a member, who reserves a seat. */
const invite = ({ api }: TestMember, name: string) =>
  api.invitations.invite({
    body: { email: `${name}-${Date.now()}@example.com`, firstName: name, lastName: 'X', role: 2 },
  });

describe('Subscribing later (R-SUB-08)', () => {
  test('from a free product charges the card and grants access', async () => {
    const owner = await registerWithPlan(product, free);
    expect(await failureCodeOf(update(owner, small))).toBe('billing.noPaymentMethod');
    const current = await update(owner, small, withCard);
    expect(current.activeProduct?.subscriptionProduct.title).toBe(await titleOf(small));
    const records = await recordsOf(owner);
    expect([totalPaid(records.invoices), running(records).length]).toEqual([1_000, 1]);
  });

  test('charges an organization that had its trial (R-SUB-06)', async () => {
    const owner = await registerOwner(product, { period: BillingPeriod.Monthly });
    await owner.api.subscriptions.cancel({ body: {} });
    expect(await failureCodeOf(update(owner, trial))).toBe('billing.noPaymentMethod');
    const { activeProduct } = await update(owner, trial, withCard);
    expect(activeProduct).toMatchObject({ status: 'active', trialEnds: null });
    expect(totalPaid((await recordsOf(owner)).invoices)).toBe(100);
  });

  test('changes the plan for free during a trial, which continues', async () => {
    const owner = await registerOwner(product, { period: BillingPeriod.Monthly });
    const before = await owner.api.subscriptions.getCurrent();
    expect(await preview(owner, large)).toMatchObject({ amountDue: 0 });
    const { activeProduct } = await update(owner, large);
    expect(activeProduct).toMatchObject({
      status: 'trialing',
      trialEnds: before.activeProduct?.trialEnds,
      subscriptionPrice: { id: large },
    });
  });

  test('refuses a plan or a one-time product that the organization has', async () => {
    const owner = await subscriber();
    expect(await failureCodeOf(update(owner, small))).toBe('billing.alreadySubscribed');
    await update(owner, once);
    expect(await failureCodeOf(update(owner, once))).toBe('billing.alreadyBought');
    const { myProducts } = await owner.api.subscriptions.getCurrent();
    expect(myProducts.map(({ subscriptionPrice: { id } }) => id)).toEqual([small, once]);
    expect(totalPaid((await recordsOf(owner)).invoices)).toBe(2_500);
  });

  test('refuses another currency after the first payment (R-SUB-11)', async () => {
    const owner = await subscriber();
    for (const attempt of [update, preview]) {
      const { code, params } = await expectFailure(attempt(owner, inEuro));
      expect([code, params]).toEqual(['billing.currencyLocked', { currency: 'USD' }]);
    }
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/SubscriptionManager/UpdateSubscription',
      headers: owner.headers,
      payload: { subscriptionPriceId: inEuro },
    });
    const { title } = answer.json<{ title: string }>();
    expect(title).toBe('You pay in USD. Choose a price in that currency.');
  });

  test('refuses the operator’s organization (R-ORG-10)', async () => {
    const operator = await signInOperator(product);
    expect(await failureCodeOf(update(operator, small, withCard))).toBe('billing.adminTenant');
    expect(await failureCodeOf(operator.api.subscriptions.cancel({ body: {} }))).toBe(
      'billing.adminTenant',
    );
  });

  test('refuses a price that is not on offer without asking the provider', async () => {
    const owner = await subscriber();
    await sandboxControls.faults(['500'], 3);
    expect(await failureCodeOf(update(owner, '01890000-0000-7000-8000-000000000000'))).toBe(
      'billing.invalidSubscription',
    );
    await expect(product.context.stripe.ping()).rejects.toThrow(ProviderUnavailable);
  });

  const names = { name: 'Mesa', organization: 'Mesa', firstName: 'Ana', lastName: 'Souza' };
  const account = { ...names, email: 'ana.mesa@example.com', password: 'a good password' };
  const reason = { reason: 'A test', amountDue: 0 };
  test.each<[string, string, (chosen: object) => object]>([
    ['owner', 'SubscriptionManager/UpdateSubscription', (chosen) => chosen],
    [
      'owner',
      'Authentication/Register',
      (selectedSubscription) => ({ ...account, selectedSubscription }),
    ],
    ['owner', 'Tenant/Create', (selectedSubscription) => ({ ...names, selectedSubscription })],
    ['operator', 'Support/ChangePlan', (chosen) => ({ ...reason, ...chosen })],
    ['operator', 'Support/GrantPlan', (chosen) => ({ ...reason, ...chosen })],
  ])(
    'refuses a missing, empty, null or malformed price like an unknown one: %s, %s',
    async (who, call, bodyOf) => {
      const owner = await subscriber();
      const { headers } = who === 'owner' ? owner : await signInOperator(product);
      const url = `/api/${call}${call.startsWith('Support') ? `/${owner.tenant}` : ''}`;
      for (const subscriptionPriceId of [undefined, '', null, 'Pro', 7, {}]) {
        const payload = bodyOf({ subscriptionPriceId });
        const { statusCode, ...answer } = await product.app.inject({
          method: 'POST',
          url,
          headers,
          payload,
        });
        const { code, title } = answer.json<{ code: string; title: string }>();
        expect([statusCode, code, title]).toEqual([
          400,
          'errors.billing.invalidSubscription',
          'Select Product',
        ]);
      }
    },
  );

  test('names all fields where more than the price is wrong', async () => {
    const { headers } = await subscriber();
    const url = '/api/SubscriptionManager/UpdateSubscription';
    const payload = { subscriptionPriceId: null, amountDue: -1 };
    const answer = await product.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.json()).toMatchObject({
      code: 'errors.validation',
      errors: {
        subscriptionPriceId: ['errors.billing.invalidSubscription'],
        amountDue: [expect.any(String)],
      },
    });
  });
});

describe('Changing the plan (R-SUB-03)', () => {
  test.each([
    ['up', small, large],
    ['down', large, small],
    ['from monthly to yearly', small, yearly],
    ['from yearly to monthly', yearly, small],
  ])('%s charges exactly the previewed amount', async (_way, from, to) => {
    const owner = await registerWithPlan(product, from, withCard);
    await sandboxControls.advance(7.3);
    const shown = await preview(owner, to);
    const before = totalPaid((await recordsOf(owner)).invoices);
    const current = await update(owner, to, { prorationDate: shown?.prorationDate });
    expect(current.activeProduct?.subscriptionPrice.id).toBe(to);
    const records = await recordsOf(owner);
    expect(totalPaid(records.invoices) - before).toBe(shown?.amountDue);
    expect(running(records)).toHaveLength(1);
    const next = (await preview(owner))?.nextRenewal;
    expect(next?.amount).toBe(shown?.nextRenewal?.amount);
    // The new period starts with the change, moments after the preview.
    const apart = Date.parse(next?.date ?? '') - Date.parse(shown?.nextRenewal?.date ?? '');
    expect(apart).toBeLessThan(60_000);
  });

  test('refuses an old preview before anything is charged', async () => {
    const owner = await subscriber();
    const shown = await preview(owner, large);
    await sandboxControls.advance(1);
    const late = update(owner, large, { prorationDate: shown?.prorationDate });
    expect(await failureCodeOf(late)).toBe('billing.previewExpired');
  });

  test('applies a coupon equally in preview and charge (R-SUB-12)', async () => {
    const owner = await subscriber();
    const { code } = await sandboxControls.coupon({ percentOff: 50, duration: 'forever' });
    const query = { subscriptionPriceId: yearly, subscriptionCoupon: code };
    const shown = await owner.api.subscriptions.getUpcomingInvoice({ query });
    const before = totalPaid((await recordsOf(owner)).invoices);
    await update(owner, yearly, {
      subscriptionCoupon: code,
      prorationDate: shown?.prorationDate,
    });
    expect(totalPaid((await recordsOf(owner)).invoices) - before).toBe(shown?.amountDue);
    expect(shown?.nextRenewal?.amount).toBe(15_000);
  });

  test('is refused when members would lose their seat, and lists them (R-SUB-04)', async () => {
    const owner = await registerWithPlan(product, large, withCard);
    for (const name of ['ana', 'bia', 'caio']) await invite(owner, name);
    const { code, params } = await expectFailure(update(owner, small));
    expect(code).toBe('billing.downgradeBlocked');
    expect(params).toMatchObject({ max: 3, used: 4, remove: 1 });
    expect(params['members']).toHaveLength(3);
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct?.subscriptionPrice.id).toBe(large);
  });

  test('leaves plan, card and payments unchanged when the bank declines (R-SUB-13)', async () => {
    const owner = await subscriber();
    const before = await owner.api.subscriptions.getCurrent();
    const records = await recordsOf(owner);
    const attempt = update(owner, large, { subscriptionCardToken: testCards.failsLater });
    expect(await failureCodeOf(attempt)).toBe('billing.cardDeclined');
    const after = await owner.api.subscriptions.getCurrent();
    expect([after.activeProduct?.subscriptionPrice.id, after.cards]).toEqual([small, before.cards]);
    expect(totalPaid((await recordsOf(owner)).invoices)).toBe(totalPaid(records.invoices));
  });

  test('grants nothing until the payment is authenticated, then everything, once', async () => {
    const owner = await subscriber();
    const given = { subscriptionCardToken: testCards.confirms };
    const { code, params } = await expectFailure(update(owner, large, given));
    expect(code).toBe('billing.authenticationRequired');
    const waiting = await owner.api.subscriptions.getCurrent();
    expect(waiting.activeProduct?.subscriptionPrice.id).toBe(small);
    await sandboxControls.confirm(params['clientSecret']);
    const current = await update(owner, large, { ...given, intentId: params['intentId'] });
    expect(current.activeProduct?.subscriptionPrice.id).toBe(large);
    expect(running(await recordsOf(owner))).toHaveLength(1);
  });

  test('leaves plan and card unchanged when the authentication fails', async () => {
    const owner = await subscriber();
    const before = await owner.api.subscriptions.getCurrent();
    const given = { subscriptionCardToken: testCards.confirms };
    const { params } = await expectFailure(update(owner, large, given));
    await sandboxControls.confirm(params['clientSecret'], 'fail');
    const again = update(owner, large, { ...given, intentId: params['intentId'] });
    expect(await failureCodeOf(again)).toBe('billing.authenticationFailed');
    const after = await owner.api.subscriptions.getCurrent();
    expect([after.activeProduct?.subscriptionPrice.id, after.cards]).toEqual([small, before.cards]);
  });

  test('charges once when requested twice concurrently (R-SUB-01)', async () => {
    const owner = await subscriber();
    const both = await Promise.allSettled([update(owner, large), update(owner, large)]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    const records = await recordsOf(owner);
    expect(running(records)).toHaveLength(1);
    const paid = records.invoices.filter(({ amount_paid: amount }) => amount > 0);
    expect(paid).toHaveLength(2);
  });
});

describe('Canceling (R-SUB-10)', () => {
  test('immediately ends access, and leaves the free plan with its seat (R-MEM-04)', async () => {
    const owner = await subscriber();
    const current = await owner.api.subscriptions.cancel({ body: {} });
    const free = { subscriptionPrice: { price: 0 }, subscriptionProduct: { maxUsers: 1 } };
    expect(current).toMatchObject({ activeProduct: free, myProducts: [free] });
    expect(running(await recordsOf(owner))).toEqual([]);
    expect(await failureCodeOf(invite(owner, 'ana'))).toBe('tenant.maxNumberOfUsers');
    expect(await failureCodeOf(owner.api.subscriptions.cancel({ body: {} }))).toBe(
      'billing.notSubscribed',
    );
  });

  test('is confirmed by one email (R-SUB-22)', async () => {
    const owner = await subscriber();
    await owner.api.subscriptions.cancel({ body: {} });
    await reconcileAllNow(product);
    const { rows } = await product.open.owner.query(
      `select from emails where recipient = $1 and subject ~ ' agora está no Starter'`,
      [owner.user.email],
    );
    expect(rows).toHaveLength(1);
  });

  test('at the period’s end keeps access until then, and can be reverted', async () => {
    const owner = await subscriber();
    const current = await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    expect(current.activeProduct).toMatchObject({ active: true, status: 'active' });
    expect(current.activeProduct?.endDate).not.toBeNull();
    expect(await preview(owner)).toBeNull();
    const after = await update(owner, small);
    expect(after.activeProduct?.endDate).toBeNull();
  });
});

test('The next invoice is that of the provider, also at a price that its dashboard set (R-SUB-14)', async () => {
  const owner = await subscriber();
  const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
  const { items } = await stripe.subscriptions.retrieve(id);
  const item = items.data[0];
  const { id: price } = await stripe.prices.create({
    product: String(item?.price.product),
    currency: 'usd',
    unit_amount: 1_234,
    recurring: { interval: 'month' },
  });
  await stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price }],
    proration_behavior: 'none',
  });
  expect(await preview(owner)).toMatchObject({ amountDue: 1_234, nextRenewal: { amount: 1_234 } });
});
