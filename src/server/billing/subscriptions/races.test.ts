import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '#contract/error-codes.ts';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import {
  type TestMember,
  memberPassword,
  priceIdOf,
  testApplication,
} from '#server/test/application.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { endDuplicates } from './service/end-duplicates.ts';
import { resumeOperations } from './service/resume-operations.ts';
import {
  sandboxRecordsOfCustomer,
  testCards,
  sandboxControlsOf,
  offerProduct,
  registerWithPlan,
  expectFailure,
  totalPaid,
} from './test/fixtures.ts';
import { observeCalls } from './test/observed-client.ts';

/** Concurrent billing calls of one organization: one subscription, each charge once (R-SUB-01). */
const product = await testApplication({ INSTANCES: '1' });
const { context, open, anyone } = product;
const sandboxControls = sandboxControlsOf(product);
const { sandbox, stripe } = await connectToSandbox(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const prices = await Promise.all(
  [10, 20, 30, 40].map((price, index) =>
    offerProduct(product, { price, tier: 2 + index, maxUsers: 0 }),
  ),
);
const [small = '', large = ''] = prices;
// Unlimited seats, because the two admins need one each.
await open.owner.query('update subscription_products set max_users = 0');
const withCard = { subscriptionCardToken: testCards.good };

/** Returns everything at the provider of all customers that were created for an organization. */
const recordsOf = async ({ tenant }: TestMember) => {
  const { customers } = await sandbox.inspect();
  const own = customers.filter(({ metadata }) => metadata['tenantId'] === tenant);
  const records = await Promise.all(own.map(({ id }) => sandboxRecordsOfCustomer(product, id)));
  return {
    subscriptions: records.flatMap(({ subscriptions }) => subscriptions),
    invoices: records.flatMap(({ invoices }) => invoices),
    balance: records.reduce((sum, { customer }) => sum + (customer?.balance ?? 0), 0),
  };
};

const isRunning = ({ status }: { status: string }) =>
  !/^(canceled|incomplete|incomplete_expired)$/.test(status);

/** Adds a second person as an admin. */
const secondAdmin = async (owner: TestMember): Promise<TestMember> => {
  const other = await registerWithPlan(product, free);
  await open.owner.query(
    'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 1, 2, 1)',
    [owner.tenant, other.user.id],
  );
  return {
    ...other,
    tenant: owner.tenant,
    api: product.callerOf({ ...other.headers, 'x-tenant-key': owner.tenant }),
  };
};

const update = ({ api }: TestMember, price: string) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price, ...withCard } });

/** Pauses one call after its first request to the provider until the other one is done. */
async function whileProviderWaits<T>(slow: () => Promise<unknown>, quick: () => Promise<T>) {
  const real = context.stripe;
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  context.stripe = observeCalls(real, {
    after: async (step) => {
      if (step !== 1) return;
      reached.resolve();
      await goOn.promise;
    },
  });
  const waiting = Promise.allSettled([slow()]);
  await reached.promise;
  context.stripe = real;
  const result = await quick();
  goOn.resolve();
  const [settled] = await waiting;
  return { result, settled };
}

describe('Two billing calls of one organization (R-SUB-01)', () => {
  test('start one subscription, whichever reads the state first', async () => {
    const owner = await registerWithPlan(product, free);
    const admin = await secondAdmin(owner);
    await whileProviderWaits(
      () => update(owner, small),
      () => update(admin, large).catch(() => null),
    );
    const { subscriptions, invoices } = await recordsOf(owner);
    expect(subscriptions.filter(isRunning)).toHaveLength(1);
    expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(1);
  });

  test('are serialized: the second is refused while the first is in progress', async () => {
    const owner = await registerWithPlan(product, free);
    const { result } = await whileProviderWaits(
      () => update(owner, small),
      () => expectFailure(update(owner, large)),
    );
    expect(result.code).toBe('billing.inProgress');
  });

  test('leave no operation open after a refusal', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    expect((await expectFailure(update(owner, small))).code).toBe('billing.alreadySubscribed');
    await update(owner, large);
    const { subscriptions } = await recordsOf(owner);
    expect(subscriptions.filter(isRunning)).toHaveLength(1);
  });
});

describe('Twenty concurrent plan changes of one organization', () => {
  const rounds = Array.from({ length: repetitions(1, 20) }, (_, index) => index + 1);
  const totals = { changes: 0, lists: 0 };

  test.each(rounds)('never block another organization’s lists (%i) (R-SEC-15)', async () => {
    const [owner, other] = await Promise.all([
      registerWithPlan(product, free),
      registerWithPlan(product, small, withCard),
    ]);
    const watch = { isOver: false };
    const lists = async () => {
      const statuses: number[] = [];
      while (!watch.isOver) {
        const url = '/api/Transaction/GetAll';
        const answer = await product.app.inject({ method: 'GET', url, headers: other.headers });
        statuses.push(answer.statusCode);
      }
      return statuses;
    };
    const listing = Promise.all([1, 2, 3, 4].map(lists));
    const calls = Array.from({ length: 20 }, (_, index) =>
      update(owner, prices[index % prices.length] ?? small).catch((error: unknown) => error),
    );
    const answers = await Promise.all(calls);
    watch.isOver = true;
    const statuses = (await listing).flat();
    // 204 for an empty list (R-TRX-05).
    expect(new Set(statuses)).toEqual(new Set([204]));
    const failed = answers.filter(
      (answer) => answer instanceof Failure && errorStatus[answer.code] >= 500,
    );
    expect(failed).toEqual([]);
    totals.changes += calls.length;
    totals.lists += statuses.length;
  });

  test('are all answered', () => {
    const { changes, lists } = totals;
    figure('plan-races', `${changes} changes, 20 at once, beside ${lists} lists of others: no 5xx`);
    expect(changes).toBe(rounds.length * 20);
  });
});

describe('An operation that another process took over (R-SUB-20)', () => {
  test('leaves no charge behind when the provider answers late', async () => {
    const owner = await registerWithPlan(product, small, withCard);
    await owner.api.subscriptions.cancel({ body: {} });
    const real = context.stripe;
    const create = async (...given: Parameters<typeof real.createSubscription>) => {
      await open.owner.query('update billing_operations set lease_ends_at = now()');
      context.stripe = real;
      await resumeOperations(context);
      return real.createSubscription(...given);
    };
    context.stripe = new Proxy(real, {
      get: (target, name, receiver) =>
        name === 'createSubscription' ? create : Reflect.get(target, name, receiver),
    });
    const { code } = await expectFailure(update(owner, large));
    expect(code).toBe('billing.inProgress');
    const { subscriptions } = await recordsOf(owner);
    expect(subscriptions.filter(isRunning)).toEqual([]);
    const { data } = await stripe.refunds.list({ limit: 1 });
    expect(data).toMatchObject([{ amount: 2_000, status: 'succeeded' }]);
  });
});

describe('A second subscription at the provider (R-SUB-01)', () => {
  /** Registers an owner and adds a duplicate like that of a lost operation. */
  const doubled = async () => {
    const owner = await registerWithPlan(product, small, withCard);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const { rows } = await open.owner.query<{ service_id: string }>(
      'select service_id from subscription_prices where id = $1',
      [large],
    );
    await context.stripe.createSubscription(
      {
        customer: customer?.id ?? '',
        price: rows[0]?.service_id ?? '',
        trialDays: 0,
        metadata: { intentId: randomUUID(), tenantId: owner.tenant },
      },
      randomUUID(),
    );
    expect((await recordsOf(owner)).subscriptions.filter(isRunning)).toHaveLength(2);
    return owner;
  };
  const mailsTo = async (address: string) => {
    const { rows } = await open.owner.query<{ subject: string }>(
      'select subject from emails where recipient = $1',
      [address],
    );
    return rows.map(({ subject }) => subject);
  };
  test('is ended and refunded, with one email each to owner and operator', async () => {
    const owner = await doubled();
    for (const _ of [1, 2]) await sandboxControls.advance(0);
    const { subscriptions } = await recordsOf(owner);
    expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
    const { data } = await stripe.refunds.list({ limit: 1 });
    expect(data).toMatchObject([{ amount: 2_000, status: 'succeeded' }]);
    const { activeProduct, myProducts } = await owner.api.subscriptions.getCurrent();
    expect([activeProduct?.subscriptionPrice.id, myProducts.length]).toEqual([small, 1]);
    const name = owner.user.currentTenant?.name ?? '';
    const isAboutIt = (subject: string) => /duplica/.test(subject) && subject.includes(name);
    for (const address of [owner.user.email, context.config.operator.email]) {
      expect((await mailsTo(address)).filter(isAboutIt)).toHaveLength(1);
    }
    expect((await mailsTo(owner.user.email)).join()).not.toMatch(/20[.,]00/);
  });

  test('causes no receipt when its end is reconciled before it is reported', async () => {
    const owner = await doubled();
    const tenant = trusted.tenantId(owner.tenant);
    const real = context.stripe;
    const cancel = async (...given: Parameters<typeof real.cancelSubscription>) => {
      const ended = await real.cancelSubscription(...given);
      await reconcileTenant(context, tenant);
      return ended;
    };
    context.stripe = new Proxy(real, {
      get: (target, name, receiver) =>
        name === 'cancelSubscription' ? cancel : Reflect.get(target, name, receiver),
    });
    await endDuplicates(context, tenant);
    context.stripe = real;
    expect((await recordsOf(owner)).subscriptions.filter(isRunning)).toHaveLength(1);
    expect((await mailsTo(owner.user.email)).join()).not.toMatch(/20[.,]00/);
  });

  test('is refunded once when the provider fails in between', async () => {
    const owner = await doubled();
    const before = (await stripe.refunds.list({ limit: 100 })).data.length;
    const real = context.stripe;
    context.stripe = new Proxy(real, {
      get: (target, name, receiver) =>
        name === 'cancelSubscription'
          ? () => Promise.reject(new ProviderUnavailable('gone'))
          : Reflect.get(target, name, receiver),
    });
    await sandboxControls.advance(0);
    context.stripe = real;
    // A reconciliation job may hold the claim; the next one ends what is left.
    const statuses = async () => {
      await sandboxControls.advance(0);
      const { subscriptions } = await recordsOf(owner);
      return subscriptions.map(({ status }) => status).toSorted();
    };
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(['active', 'canceled']);
    expect((await stripe.refunds.list({ limit: 100 })).data.length - before).toBe(1);
  });
});

describe('Concurrent plan changes by two admins (R-SUB-01)', () => {
  const rounds = Array.from({ length: repetitions(2, 200) }, (_, index) => index + 1);
  const organizations: { owner: TestMember; worth: number; taken: number }[] = [];
  const totals = { done: 0, refused: 0, signIns: 0 };

  test.each(rounds)('leave one subscription, charged once (%i)', async () => {
    const owner = await registerWithPlan(product, free);
    const admin = await secondAdmin(owner);
    const calls = Array.from({ length: 8 }, (_, index) =>
      update(index % 2 ? admin : owner, prices[index % prices.length] ?? small),
    );
    const signIns = Array.from({ length: 8 }, () =>
      anyone.accounts.login({ body: { email: owner.user.email, password: memberPassword } }),
    );
    const answers = await Promise.allSettled(calls);
    totals.signIns += (await Promise.all(signIns)).length;
    const refused = answers.filter((answer) => answer.status === 'rejected');
    const codes = refused.map(({ reason }) => (reason as { code: string }).code);
    expect(['billing.inProgress', 'billing.alreadySubscribed']).toEqual(
      expect.arrayContaining([...new Set(codes)]),
    );
    const { subscriptions, invoices, balance } = await recordsOf(owner);
    expect(subscriptions.filter(isRunning)).toHaveLength(1);
    // Payments equal the price of the running plan plus the credit.
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    const worth = (activeProduct?.subscriptionPrice.price ?? 0) * 100;
    const taken = totalPaid(invoices);
    expect(Math.abs(taken + balance - worth)).toBeLessThanOrEqual(2);
    organizations.push({ owner, worth, taken });
    totals.done += 8 - refused.length;
    totals.refused += refused.length;
  });

  test('are charged for that one subscription alone a month later', async () => {
    expect(organizations).toHaveLength(rounds.length);
    await sandboxControls.advance(32);
    for (const { owner, worth, taken } of organizations) {
      const { invoices, balance, subscriptions } = await recordsOf(owner);
      expect(subscriptions.filter(isRunning)).toHaveLength(1);
      expect(Math.abs(totalPaid(invoices) + balance - 2 * worth)).toBeLessThanOrEqual(2);
      expect(totalPaid(invoices)).toBeGreaterThanOrEqual(taken);
    }
    const { done, refused, signIns } = totals;
    figure(
      'plan-races',
      `${rounds.length} rounds of 8 changes beside ${signIns} sign-ins: ${done} done, ` +
        `${refused} refused, each with one subscription and one renewal`,
    );
  });
});
