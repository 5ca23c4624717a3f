import { describe, expect, test } from 'vitest';
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
const price = await offerProduct(product, { price: 10 });
const withTrial = await offerProduct(product, { price: 20, trialDays: 14 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const withCard = { subscriptionCardToken: testCards.good };
const reason = 'The service was unavailable on Monday.';

const paying = () => registerWithPlan(product, price, withCard);
const paramsOf = ({ tenant }: TestMember) => ({ id: tenant });
const customerOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).customer?.id ?? '';
const balanceOf = async (owner: TestMember) => {
  const found = await stripe.customers.retrieve(await customerOf(owner));
  return found.deleted ? undefined : found.balance;
};

/** Calls with an `Idempotency-Key`, several times at once, and returns the statuses. */
const callAtOnce = (path: string, payload: object, key: string, times = 6) =>
  Promise.all(
    Array.from({ length: times }, async () => {
      const answer = await product.app.inject({
        method: 'POST',
        url: `/api/Support/${path}`,
        headers: { ...operator.headers, 'idempotency-key': key },
        payload,
      });
      return answer.statusCode;
    }),
  );

/** Expires all locks and settles what is open, as the reconciliation job does. */
async function resume() {
  await open.owner.query('update billing_operations set lease_ends_at = now()');
  await resumeOperations(context);
  const { rows } = await open.owner.query(
    `select kind from billing_operations where state in ('open', 'authenticating')`,
  );
  expect(rows).toEqual([]);
}

/** Lets one call of the Stripe client fail after the provider carried it out, as a lost answer does. */
async function withLostAnswer(
  name: 'creditBalance' | 'refundInvoice',
  work: () => Promise<unknown>,
) {
  const real = context.stripe;
  const lost =
    (call: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]) => {
      await call(...given);
      throw new ProviderUnavailable('lost');
    };
  context.stripe = new Proxy(real, {
    get: (target, key, receiver) =>
      key === name ? lost(target[name]) : (Reflect.get(target, key, receiver) as unknown),
  });
  await work();
  context.stripe = real;
}

describe('Crediting the balance (R-SUP-03)', () => {
  test('reduces the next invoice, and is shown to the organization with its reason', async () => {
    const owner = await paying();
    const body = { amount: 4.25, reason };
    const record = await support.credit({ params: paramsOf(owner), body });
    expect(record).toMatchObject({
      creditBalance: 425,
      currency: 'usd',
      actions: [
        {
          kind: 'balance_credited',
          amount: 425,
          currency: 'usd',
          reason,
          operator: operator.user.email,
        },
      ],
    });
    const current = await owner.api.subscriptions.getCurrent();
    expect(current).toMatchObject({ creditBalance: 425 });
    expect(current.supportActions).toMatchObject([{ kind: 'balance_credited', reason }]);
    expect(current.supportActions[0]).not.toHaveProperty('operator');
    await sandboxControls.advance(32);
    const { invoices } = await sandboxRecordsOfCustomer(product, await customerOf(owner));
    expect(invoices[0]).toMatchObject({ total: 1_000, amount_paid: 575 });
    expect((await owner.api.subscriptions.getCurrent()).creditBalance).toBe(0);
  });

  test('is mailed to owners and admins and logged for both (R-SUP-01)', async () => {
    const owner = await paying();
    await support.credit({ params: paramsOf(owner), body: { amount: 1, reason } });
    const inbox = async () => {
      const query = { to: owner.user.email };
      return (await product.app.inject({ method: 'GET', url: '/sandbox/mail.json', query })).body;
    };
    await expect.poll(inbox).toContain(reason);
    const entry = { action: 'supportAction.created', after: { kind: 'balance_credited', reason } };
    const own = await owner.api.audit.getAll({ query: { action: 'supportAction' } });
    expect(own.items).toMatchObject([entry]);
    const query = { action: 'supportAction', tenantId: owner.tenant };
    const all = await operator.api.audit.getAllOfAll({ query });
    expect(all.items).toMatchObject([{ ...entry, actor: { id: operator.user.id } }]);
  });

  test('fixes the currency of an organization in a trial, and is refused without any', async () => {
    const trial = await registerWithPlan(product, withTrial);
    await support.credit({ params: paramsOf(trial), body: { amount: 1, reason } });
    const { rows } = await open.owner.query('select currency from tenants where id = $1', [
      trial.tenant,
    ]);
    expect(rows).toEqual([{ currency: 'usd' }]);
    const never = await registerWithPlan(product, free);
    const refused = support.credit({ params: paramsOf(never), body: { amount: 1, reason } });
    expect(await failureCodeOf(refused)).toBe('support.noCurrency');
  });

  test('needs a reason and an amount above zero (R-SUP-01)', async () => {
    const owner = await paying();
    for (const body of [
      { amount: 1, reason: ' ' },
      { amount: 0, reason },
    ]) {
      const refused = support.credit({ params: paramsOf(owner), body });
      expect(await failureCodeOf(refused)).toBe('validation');
    }
    expect(await balanceOf(owner)).toBe(0);
  });
});

describe('An operation of an operator (R-SUP-02)', () => {
  test('takes effect once when the same request is sent six times at once', async () => {
    const owner = await paying();
    const body = { amount: 3, reason };
    const statuses = await callAtOnce(`CreditBalance/${owner.tenant}`, body, 'k'.repeat(20));
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await balanceOf(owner)).toBe(-300);
    expect((await owner.api.subscriptions.getCurrent()).supportActions).toHaveLength(1);
  });

  test('and another one at the same time each take effect once or are refused', async () => {
    const owner = await paying();
    const params = paramsOf(owner);
    const calls = [1, 2, 4, 8].map((amount) =>
      support.credit({ params, body: { amount, reason } }),
    );
    const settled = await Promise.allSettled(calls);
    const done = [1, 2, 4, 8].filter((_, index) => settled[index]?.status === 'fulfilled');
    expect(done.length).toBeGreaterThan(0);
    expect(await balanceOf(owner)).toBe(-100 * done.reduce((sum, amount) => sum + amount, 0));
    expect((await support.get({ params })).actions).toHaveLength(done.length);
  });

  test('is recorded when the provider’s answer is lost', async () => {
    const owner = await paying();
    const params = paramsOf(owner);
    await withLostAnswer('creditBalance', () =>
      support.credit({ params, body: { amount: 3, reason } }),
    );
    expect(await balanceOf(owner)).toBe(-300);
    expect((await support.get({ params })).actions).toHaveLength(1);
  });

  test('is recorded by the job when the process ends after the provider’s answer', async () => {
    const owner = await paying();
    const customer = await customerOf(owner);
    const params = paramsOf(owner);
    const real = context.database.tenant;
    // Down from the moment at which the provider has carried the credit out.
    context.database.tenant = async (tenant, work) => {
      const { data } = await stripe.customers.listBalanceTransactions(customer);
      if (data.length > 0) throw new Error('The process ended here');
      return real(tenant, work);
    };
    const lost = await support.credit({ params, body: { amount: 3, reason } }).then(
      () => 'answered',
      () => 'lost',
    );
    context.database.tenant = real;
    expect(lost).toBe('lost');
    expect(await balanceOf(owner)).toBe(-300);
    await resume();
    await resume();
    expect(await balanceOf(owner)).toBe(-300);
    expect((await support.get({ params })).actions).toMatchObject([
      { kind: 'balance_credited', amount: 300, operator: operator.user.email },
    ]);
  });

  test('is undone by the job when the provider never got it', async () => {
    const owner = await paying();
    const params = paramsOf(owner);
    const real = context.stripe;
    const unreachable = () => Promise.reject(new ProviderUnavailable('down'));
    context.stripe = new Proxy(real, {
      get: (target, key, receiver) =>
        key === 'creditBalance' ? unreachable : (Reflect.get(target, key, receiver) as unknown),
    });
    const refused = support.credit({ params, body: { amount: 3, reason } });
    expect(await failureCodeOf(refused)).toBe('billing.providerUnavailable');
    context.stripe = real;
    // Its request may still be on its way: the next one waits.
    const early = support.credit({ params, body: { amount: 5, reason } });
    expect(await failureCodeOf(early)).toBe('billing.inProgress');
    await resume();
    expect((await support.get({ params })).actions).toEqual([]);
    await support.credit({ params, body: { amount: 5, reason } });
    expect(await balanceOf(owner)).toBe(-500);
  });
});
