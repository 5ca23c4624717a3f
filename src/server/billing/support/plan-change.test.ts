import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { resumeOperations } from '#server/billing/subscriptions/service/resume-operations.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import {
  priceIdOf,
  signInOperator,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const { context, open } = product;
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const operator = await signInOperator(product);
const { support } = operator.api;
const small = await offerProduct(product, { price: 10 });
const large = await offerProduct(product, { price: 50, tier: 3 });
const yearly = await offerProduct(product, { price: 100, period: BillingPeriod.Yearly });
const single = await offerProduct(product, { price: 100, period: BillingPeriod.Once });
const withTrial = await offerProduct(product, { price: 20, trialDays: 14 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const reason = 'The customer asked for it on the phone.';

beforeEach(sandboxControls.freezeCustomers);

const paying = (card = testCards.good, price = small) =>
  registerWithPlan(product, price, { subscriptionCardToken: card });
const paramsOf = ({ tenant }: TestMember) => ({ id: tenant });
const current = async ({ api }: TestMember) => api.subscriptions.getCurrent();
const recordsOf = async (owner: TestMember) =>
  sandboxRecordsOfCustomer(product, (await current(owner)).customer?.id);
const priceOf = async (owner: TestMember) =>
  (await current(owner)).activeProduct?.subscriptionPrice.id;

/** Previews a plan and returns the body of the change that the preview belongs to. */
const previewed = async (owner: TestMember, subscriptionPriceId: string) => {
  const query = { subscriptionPriceId };
  const preview = await support.previewPlanChange({ params: paramsOf(owner), query });
  const { amountDue = 0, prorationDate = null } = preview ?? {};
  return { preview, body: { subscriptionPriceId, amountDue, prorationDate, reason } };
};

/** Expires all locks and settles what is open, as the reconciliation job does. */
async function resume() {
  await open.owner.query('update billing_operations set lease_ends_at = now()');
  await resumeOperations(context);
  const { rows } = await open.owner.query(
    `select kind from billing_operations where state in ('open', 'authenticating')`,
  );
  expect(rows).toEqual([]);
}

describe('Changing the plan of a customer (R-SUP-08)', () => {
  test('charges exactly the amount of the preview, which is the one that the customer sees', async () => {
    for (const price of [large, yearly]) {
      const owner = await paying();
      await sandboxControls.advance(7.3);
      const { preview, body } = await previewed(owner, price);
      const own = await owner.api.subscriptions.getUpcomingInvoice({
        query: { subscriptionPriceId: price },
      });
      expect(preview).toMatchObject({ amountDue: own?.amountDue, credit: own?.credit });
      expect(preview?.nextRenewal?.amount).toBe(own?.nextRenewal?.amount);
      const { products } = await support.changePlan({ params: paramsOf(owner), body });
      expect(products[0]?.subscriptionPrice.id).toBe(price);
      const { invoices } = await recordsOf(owner);
      expect(invoices[0]).toMatchObject({ status: 'paid', amount_paid: preview?.amountDue });
      const next = await support.previewPlanChange({ params: paramsOf(owner), query: {} });
      expect(next?.nextRenewal?.amount).toBe(preview?.nextRenewal?.amount);
    }
  });

  test('is shown to the customer with its reason, and logged for both', async () => {
    const owner = await paying();
    const { body } = await previewed(owner, large);
    const { actions } = await support.changePlan({ params: paramsOf(owner), body });
    const [{ title: plan = '' } = {}] = (await current(owner)).myProducts.map(
      ({ subscriptionProduct }) => subscriptionProduct,
    );
    const done = { kind: 'plan_changed', reason, plan };
    expect(actions).toMatchObject([{ ...done, operator: operator.user.email }]);
    expect((await current(owner)).supportActions).toMatchObject([done]);
    const own = await owner.api.audit.getAll({ query: { action: 'supportAction' } });
    expect(own.items).toMatchObject([{ action: 'supportAction.created', after: { reason } }]);
    const query = { action: 'supportAction', tenantId: owner.tenant };
    const all = await operator.api.audit.getAllOfAll({ query });
    expect(all.items).toMatchObject([{ actor: { id: operator.user.id } }]);
  });

  test('that was about to end charges the amount of the preview as well', async () => {
    const owner = await paying();
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    await sandboxControls.advance(7);
    const { body } = await previewed(owner, large);
    expect(body.amountDue).toBeGreaterThan(0);
    const { products } = await support.changePlan({ params: paramsOf(owner), body });
    expect(products[0]).toMatchObject({ endDate: null, subscriptionPrice: { id: large } });
    const { invoices } = await recordsOf(owner);
    expect(invoices[0]).toMatchObject({ status: 'paid', amount_paid: body.amountDue });
  });

  test('in a trial costs nothing and continues the trial', async () => {
    const owner = await registerWithPlan(product, withTrial);
    const { body } = await previewed(owner, large);
    expect(body.amountDue).toBe(0);
    const { products } = await support.changePlan({ params: paramsOf(owner), body });
    expect(products[0]).toMatchObject({ status: 'trialing', subscriptionPrice: { id: large } });
  });

  test('to a free plan ends the paid one with its period or immediately', async () => {
    const owner = await paying();
    const { body } = await previewed(owner, free);
    const later = await support.changePlan({
      params: paramsOf(owner),
      body: { ...body, atPeriodEnd: true },
    });
    expect(later.products[0]?.subscriptionPrice.id).toBe(small);
    expect(later.products[0]?.endDate).not.toBeNull();
    await support.changePlan({ params: paramsOf(owner), body });
    expect(await priceOf(owner)).toBe(free);
    expect((await current(owner)).supportActions).toHaveLength(2);
  });

  test('after an organization changed its plan itself asks for a new preview', async () => {
    const owner = await paying();
    await sandboxControls.advance(3);
    const { body } = await previewed(owner, yearly);
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: large } });
    const refused = support.changePlan({ params: paramsOf(owner), body });
    expect(await failureCodeOf(refused)).toBe('billing.previewExpired');
    expect(await priceOf(owner)).toBe(large);
    expect((await current(owner)).supportActions).toEqual([]);
  });

  test('to the same plan, a one-time product and an unknown plan is refused', async () => {
    const owner = await paying();
    const body = { amountDue: 0, reason };
    const refusals = [
      { id: small, code: 'billing.alreadySubscribed' },
      { id: single, code: 'billing.invalidSubscription' },
      { id: crypto.randomUUID(), code: 'billing.invalidSubscription' },
    ];
    for (const { id: subscriptionPriceId, code } of refusals) {
      const change = { ...body, subscriptionPriceId };
      const refused = support.changePlan({ params: paramsOf(owner), body: change });
      expect(await failureCodeOf(refused)).toBe(code);
    }
  });
});

describe('A change of plan that the customer’s card does not pay', () => {
  test.each([
    { card: testCards.confirms, code: 'support.confirmationNeeded' },
    { card: testCards.failsLater, code: 'support.cardDeclined' },
  ])('is undone: $code', async ({ card, code }) => {
    const owner = await paying();
    const token = { token: card };
    await owner.api.subscriptions.updateCardToken({ params: token }).catch(async (error: Error) => {
      const { params } = error as Error & { params: Record<string, unknown> };
      await sandboxControls.confirm(params['clientSecret']);
      await resume();
    });
    const { body } = await previewed(owner, large);
    const refused = support.changePlan({ params: paramsOf(owner), body });
    expect(await failureCodeOf(refused)).toBe(code);
    expect(await priceOf(owner)).toBe(small);
    const { invoices, subscriptions } = await recordsOf(owner);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
    const { pending_update: pending } = await stripe.subscriptions.retrieve(
      subscriptions[0]?.id ?? '',
    );
    expect(pending).toBeNull();
    expect((await current(owner)).supportActions).toEqual([]);
    // Nothing is left open: the customer can change the plan at once.
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.good } });
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: large } });
    expect(await priceOf(owner)).toBe(large);
  });

  test('is refused without a card', async () => {
    const owner = await registerWithPlan(product, free);
    const { body } = await previewed(owner, large);
    const refused = support.changePlan({ params: paramsOf(owner), body });
    expect(await failureCodeOf(refused)).toBe('support.noCard');
    expect(await priceOf(owner)).toBe(free);
  });
});

describe('A change of plan by an operator takes effect once (R-SUP-02)', () => {
  test('when the same request is sent six times at once', async () => {
    const owner = await paying();
    const { body: payload } = await previewed(owner, large);
    const headers = { ...operator.headers, 'idempotency-key': 'k'.repeat(20) };
    const url = `/api/Support/ChangePlan/${owner.tenant}`;
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const answer = await product.app.inject({ method: 'POST', url, headers, payload });
        return answer.statusCode;
      }),
    );
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect((await recordsOf(owner)).invoices).toHaveLength(2);
    expect((await current(owner)).supportActions).toHaveLength(1);
  });

  test('beside a change by the customer: each is made as shown, or refused', async () => {
    const owner = await paying();
    const { body } = await previewed(owner, large);
    const settled = await Promise.allSettled([
      support.changePlan({ params: paramsOf(owner), body }),
      owner.api.subscriptions.update({ body: { subscriptionPriceId: yearly } }),
      support.changePlan({ params: paramsOf(owner), body }),
    ]);
    const made = settled.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBeGreaterThan(0);
    expect((await recordsOf(owner)).invoices).toHaveLength(1 + made);
    expect((await recordsOf(owner)).subscriptions).toHaveLength(1);
  });

  test('when the provider’s answer is lost, and is recorded by the job after a crash', async () => {
    for (const isCrash of [false, true]) {
      const owner = await paying();
      const { body } = await previewed(owner, large);
      const real = context.stripe;
      let isDown = false;
      const lose = (call: (...given: never[]) => Promise<unknown>, key: string | symbol) =>
        async function lost(...given: never[]) {
          if (isDown) throw new ProviderUnavailable('down');
          const result = await call(...given);
          if (key !== 'changePlan') return result;
          isDown = isCrash;
          throw new ProviderUnavailable('lost');
        };
      context.stripe = new Proxy(real, {
        get: (target, key, receiver) =>
          lose(Reflect.get(target, key, receiver) as typeof real.changePlan, key),
      });
      const outcome = await support.changePlan({ params: paramsOf(owner), body }).then(
        () => 'done',
        () => 'lost',
      );
      context.stripe = real;
      expect(outcome).toBe(isCrash ? 'lost' : 'done');
      await resume();
      expect(await priceOf(owner)).toBe(large);
      expect((await recordsOf(owner)).invoices).toHaveLength(2);
      expect((await support.get({ params: paramsOf(owner) })).actions).toMatchObject([
        { kind: 'plan_changed', operator: operator.user.email },
      ]);
    }
  });
});
