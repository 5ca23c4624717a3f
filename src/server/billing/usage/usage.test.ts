import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import { limitStateOf, monthStart, nextMonthStart } from '#contract/usage/limits.ts';
import {
  createTestOrganization,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { usageTasks } from './service/tasks.ts';
import { setPlanLimit } from './test/limits.ts';

const product = await testApplication();
const { owner: store } = product.open;
const body = { description: 'PETR4', quantity: 1, price: 2.5, date: '2026-03-01' };
const record = ({ owner }: Pick<TestOrganization, 'owner'>) =>
  owner.api.transactions.create({ body });
const full = (max: number) =>
  expect.objectContaining({
    code: 'usage.transactions',
    status: 400,
    params: { limit: 'transactions', used: max, max },
  });
const resetsAt = nextMonthStart(new Date()).toISOString();

/** Changes the limit of the organization's plan. */
const limitTransactions = (tenant: string, max: number) =>
  setPlanLimit(product, tenant, { max_transactions: max });
const changePlan = (tenant: string, change: string) =>
  change.startsWith('tier')
    ? setPlanLimit(product, tenant, { tier: Number(change.at(-1)) })
    : store.query(`update tenant_products set ${change} where tenant_id = $1`, [tenant]);
const limited = async (max: number, seats = 0) => {
  const organization = await createTestOrganization(product, { seats });
  await limitTransactions(organization.id, max);
  return organization;
};
/** Inserts transactions whose ids begin with the time; a range of ids is a range of time. */
const insertTransactions = (tenant: string, count: number, at = new Date()) =>
  store.query(
    `insert into transactions (tenant_id, id, description, quantity, price, date, created_at)
     select $1, ($2 || '-7' || substr(gen_random_uuid()::text, 16))::uuid, 'Fee', 1, 100, '2026-03-01', $4
     from generate_series(1, $3)`,
    [tenant, at.getTime().toString(16).padStart(12, '0').replace(/.{8}/, '$&-'), count, at],
  );

describe('The usage of a plan (R-USE-01)', () => {
  test('lists each limit with what is used and included', async () => {
    const organization = await limited(100, 3);
    await organization.add(Role.Member);
    await record(organization);
    const usage = [
      { key: 'members', used: 2, included: 3, resetsAt: null },
      { key: 'transactions', used: 1, included: 100, resetsAt },
      { key: 'storage', used: 0, included: null, resetsAt: null },
    ];
    await expect(organization.owner.api.usage.get()).resolves.toEqual(usage);
    const { api: operator } = await signInOperator(product);
    const params = { id: organization.id };
    await expect(operator.support.get({ params })).resolves.toMatchObject({ usage });
  });

  test.each([
    ['an older one', { start_date: '2020-01-01' }],
    ['one whose payment is overdue', { status: 'past_due', grace_ends: '2020-01-01' }],
    ['a paused one', { status: 'paused' }],
  ])('is that of one product, beside %s of the same tier (R-SUB-01)', async (_what, other) => {
    const { give, price } = rowFactories(
      async (sql, ...values) => (await store.query(sql, values)).rows,
    );
    const organization = await limited(2);
    const { id, owner } = organization;
    await changePlan(id, 'tier = 2');
    await changePlan(id, `start_date = '2021-01-01'`);
    const second = await price(2, 0);
    await store.query(
      `update subscription_products set max_transactions = 1
       where id in (select subscription_product_id from subscription_prices where id = $1)`,
      [second],
    );
    await give(id, second, { start_date: '2022-01-01', ...other });
    await expect(owner.api.usage.get()).resolves.toMatchObject([{}, { included: 2 }, {}]);
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct).toMatchObject({ subscriptionProduct: { maxTransactions: 2 } });
    await record(organization);
    await record(organization);
    await expect(record(organization)).rejects.toEqual(full(2));
  });

  test('has no limits where the plan has none, and in the operator’s organization', async () => {
    const organization = await createTestOrganization(product);
    const unlimited = [
      { key: 'members', included: null },
      { key: 'transactions', included: null },
      { key: 'storage', included: null },
    ];
    await expect(organization.owner.api.usage.get()).resolves.toMatchObject(unlimited);
    const operator = await signInOperator(product);
    await expect(operator.api.usage.get()).resolves.toMatchObject(unlimited);
  });

  test.each([
    ['a plan below that of transactions', 'tier = 1', ['members', 'storage']],
    ['a plan that has ended', `end_date = now()`, ['members', 'storage']],
    ['a canceled plan', `status = 'canceled'`, ['members', 'storage']],
    ['the lowest plan with transactions', 'tier = 2', ['members', 'transactions', 'storage']],
  ])('leaves out what the tier does not have: %s', async (_what, change, keys) => {
    const { id, owner } = await limited(100);
    await changePlan(id, change);
    const usage = await owner.api.usage.get();
    expect(usage.map(({ key }) => key)).toEqual(keys);
    const { api: operator } = await signInOperator(product);
    const record = await operator.support.get({ params: { id } });
    expect(record.usage.map(({ key }) => key)).toEqual(keys);
  });

  test('is for owners and admins', async () => {
    const organization = await limited(100);
    const [admin, member] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Member),
    ];
    await expect(admin.api.usage.get()).resolves.toHaveLength(3);
    await expect(member.api.usage.get()).rejects.toMatchObject({ code: 'tenant.onlyAdmin' });
  });

  test('is limited by the default plans in members alone', () => {
    for (const plan of defaultProducts)
      expect(plan).toMatchObject({ maxTransactions: 0, maxStorage: 0 });
  });

  test('is set by the operator for each plan, and 0 is unlimited', async () => {
    const operator = await signInOperator(product);
    const given = { tier: 2, title: 'Limited', active: false, maxUsers: 5 };
    const made = await operator.api.products.create({
      body: { ...given, maxTransactions: 100 },
    });
    expect(made).toMatchObject({ maxUsers: 5, maxTransactions: 100 });
    const params = { id: made.id };
    await expect(operator.api.products.update({ params, body: given })).resolves.toMatchObject({
      maxTransactions: 0,
    });
    await expect(
      operator.api.products.update({ params, body: { ...given, maxTransactions: -1 } }),
    ).rejects.toMatchObject({ fields: { maxTransactions: ['field.tooSmall'] } });
  });
});

describe('Transactions beyond the limit of a month (R-USE-02)', () => {
  test('are refused with the limit, until one is deleted or the plan includes more', async () => {
    const organization = await limited(2);
    const first = await record(organization);
    await record(organization);
    await expect(record(organization)).rejects.toEqual(full(2));
    await organization.owner.api.transactions.remove({ params: { id: first.id } });
    await record(organization);
    await expect(record(organization)).rejects.toEqual(full(2));
    await limitTransactions(organization.id, 3);
    await record(organization);
    await limitTransactions(organization.id, 0);
    await record(organization);
  });

  test('are counted by the month of their creation in UTC', async () => {
    const organization = await limited(1);
    const start = monthStart(new Date());
    await insertTransactions(organization.id, 1, new Date(start.getTime() - 1));
    await insertTransactions(organization.id, 1, start);
    await expect(record(organization)).rejects.toEqual(full(1));
    const [, transactions] = await organization.owner.api.usage.get();
    expect(transactions).toMatchObject({ used: 1 });
  });

  test('leave those of a smaller plan in place, and other organizations alone', async () => {
    const organization = await limited(0);
    await insertTransactions(organization.id, 3);
    await limitTransactions(organization.id, 2);
    await expect(record(organization)).rejects.toEqual(full(2));
    const [, transactions] = await organization.owner.api.usage.get();
    expect(transactions).toMatchObject({ used: 3, included: 2 });
    const { items } = await organization.owner.api.transactions.getAll();
    expect(items).toHaveLength(3);
    await record(await limited(2));
  });

  const repeats = Array.from({ length: repetitions(2, 20) }, (_, n) => n + 1);
  test.each(repeats)('100 at once take exactly the rest of the limit (%i)', async () => {
    const organization = await limited(7);
    await record(organization);
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => record(organization)),
    );
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string }] : [],
    );
    // A busy machine may also refuse for lack of a connection, which creates nothing.
    const atLimit = refused.filter(({ code }) => code !== 'unavailable');
    expect(atLimit).toEqual(atLimit.map(() => full(7)));
    const [, transactions] = await organization.owner.api.usage.get();
    expect(transactions).toMatchObject({ used: 7 });
    expect(results.length - refused.length).toBe(6);
  });
});

test.each([
  [0, 10, 'normal'],
  [7, 10, 'normal'],
  [8, 10, 'near'],
  [9, 10, 'near'],
  [10, 10, 'reached'],
  [12, 10, 'reached'],
  [3, 4, 'normal'],
  [4, 4, 'reached'],
  [5, null, 'normal'],
] as const)('%i of %s used is %s (R-USE-03)', (used, included, state) => {
  expect(limitStateOf(used, included)).toBe(state);
});

describe('Owners and admins of an organization near a limit (R-USE-04)', () => {
  const notify = () =>
    usageTasks(store, product.context)['usage.notify'](undefined, {
      attempt: 1,
      signal: new AbortController().signal,
    });
  const subjectsTo = async (email: string) =>
    (await product.app.inject(`/sandbox/mail.json?to=${email}`))
      .json<{ subject: string }[]>()
      .map(({ subject }) => subject)
      .toSorted();

  test('are emailed once for each limit and month, in their language', async () => {
    const organization = await limited(10);
    const { owner } = organization;
    const [admin, member] = [
      await organization.add(Role.Admin),
      await organization.add(Role.Member),
    ];
    await store.query(`update users set locale = 'en-US' where id = $1`, [admin.id]);
    await insertTransactions(organization.id, 7);
    await notify();
    expect(await subjectsTo(owner.email)).toEqual([]);
    await record(organization);
    await Promise.all([notify(), notify()]);
    await record(organization);
    await notify();
    await expect
      .poll(() => subjectsTo(owner.email))
      .toEqual([expect.stringMatching(/usou 8 de 10 transações neste mês$/)]);
    await expect
      .poll(() => subjectsTo(admin.email))
      .toEqual([expect.stringMatching(/has used 8 of 10 transactions this month$/)]);
    expect(await subjectsTo(member.email)).toEqual([]);
  });

  test('are followed by one more when the limit is used up (R-NTF-02)', async () => {
    const organization = await limited(5);
    for (let n = 0; n < 5; n += 1) {
      await record(organization);
      await Promise.all([notify(), notify()]);
    }
    await expect
      .poll(() => subjectsTo(organization.owner.email))
      .toEqual([
        expect.stringMatching(/usou 4 de 5 transações neste mês$/),
        expect.stringMatching(/usou todo o limite: 5 transações neste mês$/),
      ]);
  });

  test('are emailed again when a larger plan is near its limit', async () => {
    const organization = await limited(5);
    for (let n = 0; n < 4; n += 1) await record(organization);
    await notify();
    await limitTransactions(organization.id, 6);
    await record(organization);
    await notify();
    await expect.poll(() => subjectsTo(organization.owner.email)).toHaveLength(2);
  });

  test('are emailed about members, and not by a plan for fewer than five', async () => {
    const organization = await createTestOrganization(product, { seats: 5 });
    for (let n = 0; n < 3; n += 1) await organization.add(Role.Member);
    const small = await createTestOrganization(product, { seats: 1 });
    await notify();
    await expect.poll(() => subjectsTo(organization.owner.email)).toHaveLength(1);
    expect(await subjectsTo(small.owner.email)).toEqual([]);
  });
});
