import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { InvalidRequest } from '#server/platform/stripe/errors.ts';
import { signInOperator, type TestMember, testApplication } from '#server/test/application.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';
import { observeCalls } from './test/observed-client.ts';
import { newCode, register, stateReader, statesBefore } from './test/states.ts';

/**
 * Checks that a refused or abandoned change of plan leaves everything at the provider and here as it was,
 * whatever the state before, and that the next calls succeed (R-SUB-03, R-SUB-13).
 */
const product = await testApplication({ INSTANCES: '1' });
const { confirm } = sandboxControlsOf(product);
const provider = await connectToSandbox(product);
const { stripe } = provider;
const operator = await signInOperator(product);
const small = await offerProduct(product, { price: 10, maxUsers: 0 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0 });
const withCard = { subscriptionCardToken: testCards.good };
const given = { product, provider, operator, plan: small };
const states = statesBefore(given);
const { stateOf, customerOf } = stateReader(given);
const registered = register(given);
const stateNames = Object.keys(states) as (keyof typeof states)[];
const second = await newCode(stripe, { percent_off: 10, duration: 'once' });

const change = async ({ api }: TestMember, more: Record<string, unknown>) => {
  const query = { subscriptionPriceId: large, subscriptionCoupon: second.code };
  const shown = await api.subscriptions.getUpcomingInvoice({ query });
  const { prorationDate, amountDue } = shown ?? {};
  return api.subscriptions.update({ body: { ...query, prorationDate, amountDue, ...more } });
};

const refusals: Record<string, (owner: TestMember) => Promise<unknown>> = {
  'a declined card': async (owner) => {
    const refused = change(owner, { subscriptionCardToken: testCards.failsLater });
    expect(await failureCodeOf(refused)).toBe('billing.cardDeclined');
  },
  'a failed authentication': async (owner) => {
    const card = { subscriptionCardToken: testCards.confirms };
    const { code, params } = await expectFailure(change(owner, card));
    expect(code).toBe('billing.authenticationRequired');
    await confirm(params['clientSecret'], 'fail');
    const again = change(owner, { ...card, intentId: params['intentId'] });
    // What is owed is charged first, and declined.
    expect(['billing.authenticationFailed', 'billing.cardDeclined']).toContain(
      await failureCodeOf(again),
    );
  },
};

describe.each(stateNames)('after %s', (state) => {
  test.each(Object.keys(refusals))(
    '%s changes nothing, and the next calls succeed',
    async (how) => {
      const owner = await states[state]();
      const before = await stateOf(owner);
      await refusals[how]?.(owner);
      expect(await stateOf(owner)).toEqual(before);
      await change(owner, withCard);
      const { activeProduct } = await owner.api.subscriptions.getCurrent();
      expect(activeProduct).toMatchObject({ subscriptionPrice: { id: large }, endDate: null });
      await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    },
  );

  test('an abandoned authentication is no obstacle to a cancellation', async () => {
    const owner = await states[state]();
    const before = await stateOf(owner);
    await expectFailure(change(owner, { subscriptionCardToken: testCards.confirms }));
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.other } });
    const { redeemed, subscriptions } = await stateOf(owner);
    // The other card pays what is owed.
    const paid = before.subscriptions.map((one) => ({ ...one, status: 'active' }));
    expect({ redeemed, subscriptions }).toEqual({
      redeemed: before.redeemed,
      subscriptions: paid,
    });
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
  });
});

describe('A scheduled end', () => {
  const offered = async (plan: string, active: boolean) => {
    const { rowCount } = await product.open.owner.query(
      'update subscription_prices set active = $2 where id = $1',
      [plan, active],
    );
    expect(rowCount).toBe(1);
  };

  test.each(['a scheduled end', 'an end scheduled in the portal'] as const)(
    'is removed by choosing the plan again, with nothing due: %s',
    async (state) => {
      const owner = await states[state]();
      const customer = await customerOf(owner);
      const end = async () => (await stripe.subscriptions.list({ customer })).data[0]?.cancel_at;
      expect(await end()).not.toBeNull();
      const other = await registerWithPlan(product, large, withCard);
      await offered(small, false);
      const query = { subscriptionPriceId: small };
      const preview = await owner.api.subscriptions.getUpcomingInvoice({ query });
      expect(preview).toMatchObject({ amountDue: 0, nextRenewal: { amount: 1_000 } });
      // Only the organization that has the plan may resume it.
      const refused = other.api.subscriptions.update({ body: query });
      expect(await failureCodeOf(refused)).toBe('billing.invalidSubscription');
      const resumed = await owner.api.subscriptions.update({ body: { ...query, amountDue: 0 } });
      await offered(small, true);
      expect(resumed.activeProduct).toMatchObject({ endDate: null, cancelledAt: null });
      expect(resumed.invoices).toHaveLength(1);
      expect(await end()).toBeNull();
    },
  );
});

test('A code is refused, not ignored, where a plan is resumed', async () => {
  const owner = await states['a scheduled end']();
  const before = await stateOf(owner);
  const query = { subscriptionPriceId: small, subscriptionCoupon: second.code };
  const { getUpcomingInvoice, update } = owner.api.subscriptions;
  const answers = await Promise.all([
    failureCodeOf(getUpcomingInvoice({ query })),
    failureCodeOf(update({ body: query })),
  ]);
  expect(answers).toEqual(['billing.couponNotApplicable', 'billing.couponNotApplicable']);
  expect(await stateOf(owner)).toEqual(before);
});

test('An amount that differs from the shown one is refused before the charge', async () => {
  const owner = await registered();
  const query = { subscriptionPriceId: large };
  const shown = await owner.api.subscriptions.getUpcomingInvoice({ query });
  await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
  const { amountDue = null, prorationDate = null } = shown ?? {};
  const body = { ...query, amountDue, prorationDate };
  const before = await owner.api.subscriptions.getCurrent();
  expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe(
    'billing.previewExpired',
  );
  expect(await owner.api.subscriptions.getCurrent()).toEqual(before);
  const again = await owner.api.subscriptions.getUpcomingInvoice({ query });
  const changed = await owner.api.subscriptions.update({
    body: { ...query, amountDue: again?.amountDue ?? null },
  });
  expect(changed.invoices[0]).toMatchObject({ amountPaid: again?.amountDue });
});

test('a refused payment of any kind leaves no invoice in the list (R-SUB-14)', async () => {
  const free = await offerProduct(product, { price: 0 });
  const once = await offerProduct(product, { price: 20, period: BillingPeriod.Once });
  const owner = await registerWithPlan(product, free);
  const buy = (subscriptionPriceId: string, subscriptionCardToken: string) =>
    owner.api.subscriptions.update({ body: { subscriptionPriceId, subscriptionCardToken } });
  const invoicesAfter = async (price: string) => {
    expect(await failureCodeOf(buy(price, testCards.failsLater))).toBe('billing.cardDeclined');
    const { invoices } = await owner.api.subscriptions.getCurrent();
    return invoices.map(({ status }) => status);
  };
  expect(await invoicesAfter(small)).toEqual([]);
  expect(await invoicesAfter(once)).toEqual([]);
  await buy(small, testCards.good);
  expect(await invoicesAfter(large)).toEqual(['paid']);
  expect(await invoicesAfter(once)).toEqual(['paid']);
  await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
  expect(await invoicesAfter(large)).toEqual(['paid']);
});

test('a reversal that the provider refuses ends as failed and admits the next change', async () => {
  const owner = await registered();
  const { context } = product;
  const real = context.stripe;
  const refused = new InvalidRequest('The charge is disputed', { code: null, param: null });
  context.stripe = observeCalls(real, {
    before: (_step, verb) => {
      if (verb === 'reverseInvoice') throw refused;
    },
  });
  const declined = change(owner, { subscriptionCardToken: testCards.failsLater });
  expect(await failureCodeOf(declined)).toBe('billing.cardDeclined');
  context.stripe = real;
  await change(owner, withCard);
  const { rows } = await product.open.owner.query(
    'select state from billing_operations where for_tenant = $1 order by id',
    [owner.tenant],
  );
  expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
});

test('a failed reversal is shown to the operator, who retries it (R-SUB-20)', async () => {
  const owner = await registered();
  const params = { id: owner.tenant };
  const { support } = operator.api;
  const { context } = product;
  const real = context.stripe;
  const message = 'The charge is disputed';
  const refused = new InvalidRequest(message, { code: null, param: null });
  const refuse = () => {
    context.stripe = observeCalls(real, {
      before: (_step, verb) => {
        if (verb === 'reverseInvoice') throw refused;
      },
    });
  };
  refuse();
  await failureCodeOf(change(owner, { subscriptionCardToken: testCards.failsLater }));
  context.stripe = real;
  const { failedOperations } = await support.get({ params });
  expect(failedOperations).toMatchObject([{ refusals: [message] }]);
  const body = { operationId: failedOperations[0]?.id ?? '' };
  const retry = () => support.retryReversal({ params, body });
  refuse();
  expect(await failureCodeOf(retry())).toBe('billing.refused');
  context.stripe = real;
  expect((await support.get({ params })).failedOperations).toHaveLength(1);
  const { tenant: other } = await registered();
  const foreign = support.retryReversal({ params: { id: other }, body });
  expect(await failureCodeOf(foreign)).toBe('notFound');
  const both = await Promise.allSettled([retry(), retry()]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await support.get({ params })).failedOperations).toEqual([]);
  const invoices = await stripe.invoices.list({ customer: await customerOf(owner) });
  expect(invoices.data.map(({ status }) => status)).toEqual(['void', 'paid']);
  expect(await failureCodeOf(retry())).toBe('notFound');
  await change(owner, withCard);
});

test('a failed reversal of an organization that was not created is a task of the operator (R-OPR-29)', async () => {
  const { context } = product;
  const real = context.stripe;
  context.stripe = observeCalls(real, {
    before: (_step, verb) => {
      if (verb === 'deleteCustomer')
        throw new InvalidRequest('No such customer', { code: null, param: null });
    },
  });
  const given = { subscriptionCardToken: testCards.failsLater };
  const code = await failureCodeOf(registerWithPlan(product, small, given));
  context.stripe = real;
  expect(code).toBe('billing.cardDeclined');
  const orphaned = async () => {
    const { tasks } = await operator.api.overview.getTasks();
    return tasks.filter(({ tenant }) => tenant.name === null);
  };
  const [task, ...others] = await orphaned();
  expect(others).toEqual([]);
  expect(task).toMatchObject({ kind: 'reversal', note: expect.stringMatching(/^cus_/) });
  const call = { params: { id: task?.tenant.id ?? '' }, body: { operationId: task?.id ?? '' } };
  expect(await operator.api.support.retryReversal(call)).toBeNull();
  expect(await orphaned()).toEqual([]);
  const customer = await stripe.customers.retrieve(task?.note ?? '');
  expect(customer.deleted).toBe(true);
});

test('a payment that was charged back is not refunded, and holds back nothing (R-SUB-20)', async () => {
  const { context } = product;
  const owner = await registerWithPlan(product, await offerProduct(product, { price: 0 }));
  const real = context.stripe;
  // The charge goes through and its answer is read as a refusal, so that the operation is undone.
  context.stripe = new Proxy(real, {
    get: (target, name, receiver) =>
      name === 'createSubscription'
        ? (...given: Parameters<typeof real.createSubscription>) =>
            real.createSubscription(...given).then(() => {
              throw new InvalidRequest('refused', { code: null, param: null });
            })
        : Reflect.get(target, name, receiver),
  });
  const bought = { subscriptionPriceId: small, subscriptionCardToken: 'pm_card_createDispute' };
  await failureCodeOf(owner.api.subscriptions.update({ body: bought }));
  context.stripe = real;
  const { failedOperations } = await operator.api.support.get({ params: { id: owner.tenant } });
  expect(failedOperations).toMatchObject([
    { refusals: [expect.stringContaining('has been charged back')] },
  ]);
  await owner.api.subscriptions.update({ body: { ...bought, ...withCard } });
  const { activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct).toMatchObject({ subscriptionPrice: { id: small } });
});
