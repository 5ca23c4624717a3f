import { beforeEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  type TestMember,
  priceIdOf,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';

/** Checks what the product says before a paid plan ends, what remains afterwards, and what can be exported. */
const product = await testApplication();
const { open } = product;
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const pro = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);
const paid = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3 });
const dear = await offerProduct(product, { price: 100, tier: 3 });
const withTrial = await offerProduct(product, { price: 100, tier: 3, trialDays: 14 });
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const record = { description: 'Café da mesa', quantity: 2, price: 3.5, date: '2026-01-05' };

beforeEach(sandboxControls.freezeCustomers);

const paying = () => registerWithPlan(product, paid, { subscriptionCardToken: testCards.good });
const invite = ({ api }: TestMember, name: string) =>
  api.invitations.invite({
    body: {
      email: `${name}@${crypto.randomUUID()}.example`,
      firstName: 'I',
      lastName: 'X',
      role: 2,
    },
  });
const subscriptionOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  const { data } = await stripe.subscriptions.list({ customer: customer?.id ?? '' });
  return data[0]?.id ?? '';
};
const subjectsTo = async ({ user }: TestMember) => {
  const { rows } = await open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 order by id',
    [user.email],
  );
  return rows.map(({ subject }) => subject);
};
const billingTime = async () => {
  const { rows } = await open.owner.query<{ now: Date }>('select app.billing_now() as now');
  return rows[0]?.now.toISOString() ?? '';
};
const activeTitle = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).activeProduct?.subscriptionProduct.title;

type End = (owner: TestMember) => Promise<unknown>;
const ends: [how: string, end: End][] = [
  ['canceled at once', ({ api }) => api.subscriptions.cancel({ body: {} })],
  [
    'canceled at the end of its period',
    async ({ api }) => {
      await api.subscriptions.cancel({ body: { atPeriodEnd: true } });
      await sandboxControls.advance(32);
    },
  ],
  [
    'canceled in the provider’s portal',
    async (owner) => {
      await stripe.subscriptions.update(await subscriptionOf(owner), {
        cancel_at_period_end: true,
      });
      await sandboxControls.advance(32);
    },
  ],
  [
    'ended by the provider after failed payments',
    async (owner) => {
      const params = { token: testCards.failsLater };
      await owner.api.subscriptions.updateCardToken({ params });
      await sandboxControls.advance(40);
      await stripe.subscriptions.cancel(await subscriptionOf(owner));
      await reconcileAllNow(product);
    },
  ],
];

describe('A paid plan that ends (R-SUB-07, R-SUB-10)', () => {
  test.each(ends)('%s, leads to the free plan, which one email announces', async (_how, end) => {
    const owner = await paying();
    await end(owner);
    await reconcileAllNow(product);
    expect(await activeTitle(owner)).toBe('Starter');
    const subjects = await subjectsTo(owner);
    expect(subjects.filter((subject) => / agora está no Starter/.test(subject))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.endsWith(' terminou'))).toEqual([]);
  });

  test('withdraws the invitations without a seat, as announced, and is not read-only', async () => {
    const owner = await paying();
    await invite(owner, 'one');
    await owner.api.transactions.create({ body: record });
    const told = {
      plan: 'Starter',
      isFree: true,
      maxUsers: 1,
      members: 1,
      invitations: 1,
      transactions: 1,
      hidesTransactions: true,
      endsSingleSignOn: false,
    };
    expect(await owner.api.subscriptions.getPlanEnd()).toEqual(told);
    await owner.api.subscriptions.cancel({ body: {} });
    expect(await owner.api.tenants.getCurrent()).toMatchObject({ seatsTaken: 1, usersCount: 1 });
    expect(await owner.api.subscriptions.getPlanEnd()).toEqual({ ...told, invitations: 0 });
    const body = { enableLink: true, enablePublicUrl: false, requireAcceptance: true };
    await expect(owner.api.invitations.updateSettings({ body })).resolves.toBeDefined();
    expect(await failureCodeOf(invite(owner, 'two'))).toBe('tenant.maxNumberOfUsers');
  });

  test('of a trial withdraws them as well', async () => {
    const owner = await registerWithPlan(product, pro);
    await invite(owner, 'one');
    await sandboxControls.advance(15);
    expect(await owner.api.tenants.getCurrent()).toMatchObject({ seatsTaken: 1 });
    expect(await activeTitle(owner)).toBe('Starter');
  });

  test('leaves what owners can export, and shows it again with a plan', async () => {
    const owner = await paying();
    await owner.api.transactions.create({ body: record });
    await owner.api.subscriptions.cancel({ body: {} });
    expect(await failureCodeOf(owner.api.transactions.getAll())).toBe('access.tier');
    expect(await (await owner.api.transactions.exportCsv()).text()).toContain('Café da mesa');
    await expect(owner.api.archives.create()).resolves.toMatchObject({ kind: 'export' });
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: paid } });
    expect((await owner.api.transactions.getAll()).items).toHaveLength(1);
  });

  test('leaves the credit, which the next plan uses as its preview shows', async () => {
    const { api } = await registerWithPlan(product, dear, {
      subscriptionCardToken: testCards.good,
    });
    const body = { subscriptionPriceId: paid };
    const { creditBalance } = await api.subscriptions.update({ body });
    expect(creditBalance).toBeGreaterThan(8_900);
    const ended = await api.subscriptions.cancel({ body: { atPeriodEnd: false } });
    expect(ended.creditBalance).toBe(creditBalance);
    const shown = await api.subscriptions.getUpcomingInvoice({ query: body });
    expect(shown).toMatchObject({ amountDue: 0, credit: 1_000 });
    const again = await api.subscriptions.update({ body: { ...body, amountDue: 0 } });
    expect(again.invoices[0]).toMatchObject({ total: 1_000, amountPaid: 0 });
    expect(again.creditBalance).toBe(creditBalance - 1_000);
  });

  test('leaves others than owners without the export', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const admin = await add(Role.Admin);
    await expect(admin.api.transactions.exportCsv()).resolves.toBeDefined();
    await open.owner.query(`update tenant_products set status = 'canceled' where tenant_id = $1`, [
      id,
    ]);
    await expect(owner.api.transactions.exportCsv()).resolves.toBeDefined();
    expect(await failureCodeOf(admin.api.transactions.exportCsv())).toBe('access.tier');
  });
});

describe('A paid plan beside a purchase of lower tier (R-SUB-10)', () => {
  const buy = async ({ api }: TestMember) => {
    const lifetime = { price: 90, tier: 2, maxUsers: 5, period: BillingPeriod.Once };
    const subscriptionPriceId = await offerProduct(product, lifetime);
    const body = { subscriptionPriceId, subscriptionCardToken: testCards.good };
    await api.subscriptions.update({ body });
  };
  const card = { subscriptionCardToken: testCards.good };
  const starts: [how: string, start: () => Promise<TestMember>, end: End][] = [
    ...ends.map(([how, end]): [string, () => Promise<TestMember>, End] => [
      how,
      () => registerWithPlan(product, dear, card),
      end,
    ]),
    [
      'in its trial without a card',
      () => registerWithPlan(product, withTrial),
      async ({ api }) => {
        const { customer } = await api.subscriptions.getCurrent();
        const { data } = await stripe.customers.listPaymentMethods(customer?.id ?? '');
        for (const { id } of data) await stripe.paymentMethods.detach(id);
        await sandboxControls.advance(15);
      },
    ],
    [
      'granted until a day',
      async () => {
        const owner = await registerWithPlan(product, free);
        const { api } = await signInOperator(product);
        const until = new Date(Date.parse(await billingTime()) + 9 * 86_400_000);
        await api.support.grantPlan({
          params: { id: owner.tenant },
          body: { subscriptionPriceId: dear, until: until.toISOString().slice(0, 10), reason: 'A' },
        });
        return owner;
      },
      () => sandboxControls.advance(12),
    ],
  ];
  test.each(starts)('%s, leads to the purchase, as its emails say', async (_how, start, end) => {
    const owner = await start();
    await buy(owner);
    const { plan, isFree } = await owner.api.subscriptions.getPlanEnd();
    await end(owner);
    await reconcileAllNow(product);
    expect({ plan, isFree }).toEqual({ plan: await activeTitle(owner), isFree: false });
    const subjects = await subjectsTo(owner);
    expect(subjects.filter((subject) => subject.includes('Starter'))).toEqual([]);
    expect(subjects.filter((subject) => subject.endsWith(' terminou'))).toHaveLength(1);
  });
});

test('after an unpaid grace everything can be read, nothing changed (R-SUB-09)', async () => {
  const owner = await paying();
  const { api, headers } = owner;
  const { id, image } = await api.transactions.create({ body: { ...record, image: pixel } });
  await api.subscriptions.updateCardToken({ params: { token: testCards.failsLater } });
  await sandboxControls.advance(50);
  expect(await failureCodeOf(api.transactions.create({ body: record }))).toBe('billing.readOnly');
  expect((await api.transactions.getAll()).items).toHaveLength(1);
  expect(await api.transactions.get({ params: { id } })).toMatchObject({ image });
  expect(await api.transactions.getSummary()).toBeDefined();
  expect(await (await api.transactions.exportCsv()).text()).toContain('Café da mesa');
  const picture = await product.app.inject({
    url: new URL(image ?? '', 'http://a').pathname,
    headers,
  });
  expect(picture.statusCode).toBe(200);
  await expect(api.archives.create()).resolves.toMatchObject({ kind: 'export' });
});
