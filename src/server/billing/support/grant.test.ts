import { beforeEach, describe, expect, test } from 'vitest';
import { isEnding } from '#contract/admission/entitlement.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import {
  priceIdOf,
  signInOperator,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const { open } = product;
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const operator = await signInOperator(product);
const { support } = operator.api;
const small = await offerProduct(product, { price: 10 });
const large = await offerProduct(product, { price: 50, tier: 3 });
const withTrial = await offerProduct(product, { price: 20, trialDays: 14 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const reason = 'They report bugs for us.';

beforeEach(sandboxControls.freezeCustomers);

const paying = (card = testCards.good) =>
  registerWithPlan(product, small, { subscriptionCardToken: card });
const paramsOf = ({ tenant }: TestMember) => ({ id: tenant });
const current = async ({ api }: TestMember) => api.subscriptions.getCurrent();
const customerOf = async (owner: TestMember) => (await current(owner)).customer?.id ?? '';
const recordsOf = async (owner: TestMember) =>
  sandboxRecordsOfCustomer(product, await customerOf(owner));
const asOf = async () => {
  const { rows } = await open.owner.query<{ now: Date }>('select app.billing_now() as now');
  return rows[0]?.now.getTime() ?? 0;
};
const dayIn = async (days: number) =>
  new Date((await asOf()) + days * 86_400_000).toISOString().slice(0, 10);
const grant = async (owner: TestMember, subscriptionPriceId: string, until: string | null) =>
  support.grantPlan({ params: paramsOf(owner), body: { subscriptionPriceId, until, reason } });
const mailsTo = async ({ user }: TestMember) => {
  const { rows } = await open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 order by id desc',
    [user.email],
  );
  return rows.map(({ subject }) => subject);
};
/** Returns yearly revenue by the ledger. */
const revenueOf = async ({ tenant }: TestMember) => {
  const { rows } = await open.owner.query<{ sum: number }>(
    'select coalesce(sum(after - before), 0)::int as sum from revenue_movements where tenant_id = $1',
    [tenant],
  );
  return rows[0]?.sum;
};
const totalCharged = async (owner: TestMember) => {
  const { data } = await stripe.charges.list({ customer: await customerOf(owner) });
  return data.filter(({ paid }) => paid).reduce((sum, { amount }) => sum + amount, 0);
};

describe('A granted plan (R-SUP-09)', () => {
  test('of an organization on the free plan needs no card, and ends in that plan (R-SUP-11)', async () => {
    const owner = await registerWithPlan(product, free);
    const until = await dayIn(40);
    const { products, actions } = await grant(owner, large, until);
    const ends = `${until}T23:59:59.000Z`;
    expect(products[0]).toMatchObject({ status: 'active', granted: true, endDate: ends });
    expect(products[0]?.subscriptionPrice.id).toBe(large);
    expect(actions).toMatchObject([{ kind: 'plan_granted', reason, endsAt: ends }]);
    expect((await mailsTo(owner))[0]).toMatch(/free of charge|sem custo|gratuito/);
    await sandboxControls.advance(35);
    const during = await current(owner);
    expect(during.activeProduct?.subscriptionPrice.id).toBe(large);
    expect(during.trialAvailable).toBe(false);
    await sandboxControls.advance(7);
    const after = await current(owner);
    expect(after.activeProduct?.subscriptionPrice.price).toBe(0);
    expect(await totalCharged(owner)).toBe(0);
    expect((await mailsTo(owner))[0]).toMatch(/free plan|plano gratuito/);
    expect(after.trialAvailable).toBe(true);
  });

  test('until a day gives its seats like any other plan (R-MEM-04)', async () => {
    const three = await offerProduct(product, { price: 30, tier: 3, maxUsers: 3 });
    const owner = await registerWithPlan(product, free);
    await grant(owner, three, await dayIn(40));
    const invite = (): Promise<unknown> => {
      const email = `${crypto.randomUUID()}@guest.example`;
      return owner.api.invitations.invite({
        body: { email, firstName: 'I', lastName: 'X', role: 2 },
      });
    };
    for (let n = 0; n < 2; n += 1) await invite();
    expect(await failureCodeOf(invite())).toBe('tenant.maxNumberOfUsers');
  });

  test('of a paying organization is its only subscription; unused time becomes credit', async () => {
    const owner = await paying();
    await sandboxControls.advance(10);
    for (const price of [small, large]) await grant(owner, price, await dayIn(90));
    const { subscriptions, invoices } = await recordsOf(owner);
    expect(subscriptions).toHaveLength(1);
    const { creditBalance } = await current(owner);
    expect(creditBalance).toBeGreaterThan(600);
    expect(creditBalance).toBeLessThan(700);
    await sandboxControls.advance(70);
    expect((await current(owner)).creditBalance).toBe(creditBalance);
    expect(await totalCharged(owner)).toBe(1_000);
    expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
  });

  test('ends a trial, and neither uses up nor restores one', async () => {
    const owner = await registerWithPlan(product, withTrial);
    const { products } = await grant(owner, large, null);
    expect(products[0]).toMatchObject({ status: 'active', granted: true, endDate: null });
    await sandboxControls.advance(400);
    expect((await current(owner)).activeProduct).toMatchObject({ granted: true });
    await owner.api.subscriptions.cancel({ body: {} });
    expect(await current(owner)).toMatchObject({
      trialAvailable: false,
      activeProduct: { subscriptionProduct: { title: 'Starter' } },
    });
  });

  test('voids what was open and ends a grace', async () => {
    const owner = await paying();
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.failsLater } });
    await sandboxControls.advance(32);
    expect((await current(owner)).activeProduct?.status).toBe('past_due');
    await grant(owner, small, null);
    const { activeProduct, invoices, creditBalance } = await current(owner);
    expect(activeProduct).toMatchObject({ status: 'active', granted: true, graceEnds: null });
    expect(invoices.filter(({ status }) => status === 'open')).toEqual([]);
    expect(creditBalance).toBe(0);
  });

  test('is no revenue, and does not fix the currency', async () => {
    const owner = await paying();
    expect(await revenueOf(owner)).toBe(12_000);
    await grant(owner, large, null);
    expect(await revenueOf(owner)).toBe(0);
    const query = { status: 'active' } as const;
    const running = await operator.api.overview.getSubscriptions({
      query: { ...query, limit: 500 },
    });
    expect(running.items.filter(({ tenant }) => tenant.id === owner.tenant)).toEqual([]);
    const other = await registerWithPlan(product, free);
    await grant(other, large, null);
    const { rows } = await open.owner.query('select currency from tenants where id = $1', [
      other.tenant,
    ]);
    expect(rows).toEqual([{ currency: null }]);
  });

  test('is replaced by the next grant; the same one is refused', async () => {
    const owner = await registerWithPlan(product, free);
    await grant(owner, large, await dayIn(30));
    expect(await failureCodeOf(grant(owner, large, await dayIn(30)))).toBe('billing.planGranted');
    for (const until of [await dayIn(60), await dayIn(5), null]) {
      const { products } = await grant(owner, small, until);
      expect(products[0]?.endDate?.slice(0, 10) ?? null).toBe(until);
    }
    expect((await recordsOf(owner)).subscriptions).toHaveLength(1);
  });

  test('is refused for free and one-time plans, for too many members and for a day in the past', async () => {
    const owner = await registerWithPlan(product, free);
    expect(await failureCodeOf(grant(owner, free, null))).toBe('billing.invalidSubscription');
    for (const days of [-1, 900]) {
      expect(await failureCodeOf(grant(owner, large, await dayIn(days)))).toBe('validation');
    }
    expect((await current(owner)).supportActions).toEqual([]);
  });
});

describe('During a grant (R-SUP-10)', () => {
  test('another plan is charged in full as previewed, and ends the grant', async () => {
    const owner = await registerWithPlan(product, free);
    await grant(owner, large, await dayIn(60));
    await sandboxControls.advance(12.4);
    const query = { subscriptionPriceId: small };
    const preview = await owner.api.subscriptions.getUpcomingInvoice({ query });
    expect(preview?.amountDue).toBe(1_000);
    const without = owner.api.subscriptions.update({ body: query });
    expect(await failureCodeOf(without)).toBe('billing.noPaymentMethod');
    const declined = owner.api.subscriptions.update({
      body: { ...query, subscriptionCardToken: testCards.failsLater },
    });
    expect(await failureCodeOf(declined)).toBe('billing.cardDeclined');
    expect((await current(owner)).activeProduct).toMatchObject({ granted: true });
    const { prorationDate } = preview ?? {};
    const paid = await owner.api.subscriptions.update({
      body: { ...query, prorationDate, subscriptionCardToken: testCards.good },
    });
    expect(paid.activeProduct).toMatchObject({ granted: false, endDate: null });
    expect(paid.activeProduct?.subscriptionPrice.id).toBe(small);
    expect(await totalCharged(owner)).toBe(1_000);
    expect(await revenueOf(owner)).toBe(12_000);
    await sandboxControls.advance(62);
    expect(await totalCharged(owner)).toBe(3_000);
  });

  test('the same plan is refused', async () => {
    const owner = await registerWithPlan(product, free);
    await grant(owner, large, await dayIn(60));
    const body = { subscriptionPriceId: large, subscriptionCardToken: testCards.good };
    expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe(
      'billing.planGranted',
    );
    const query = { subscriptionPriceId: large };
    const preview = owner.api.subscriptions.getUpcomingInvoice({ query });
    expect(await failureCodeOf(preview)).toBe('billing.planGranted');
  });

  test('the organization can cancel, at the end of a period or immediately', async () => {
    const owner = await registerWithPlan(product, free);
    await grant(owner, large, await dayIn(90));
    const query = { tenantId: owner.tenant };
    const cancellations = async () =>
      (await operator.api.cancellations.getAllOfAll({ query })).items;
    const later = await owner.api.subscriptions.cancel({
      body: { atPeriodEnd: true, reason: 'other' },
    });
    expect(await cancellations()).toMatchObject([{ withdrawnAt: null }]);
    const end = Date.parse(later.activeProduct?.endDate ?? '') - (await asOf());
    expect(end / 86_400_000).toBeLessThan(32);
    expect(later.activeProduct && isEnding(later.activeProduct)).toBe(true);
    const resumed = await owner.api.subscriptions.update({ body: { subscriptionPriceId: large } });
    expect(resumed.activeProduct?.endDate?.slice(0, 10)).toBe(await dayIn(90));
    expect(resumed.activeProduct && isEnding(resumed.activeProduct)).toBe(false);
    expect(await cancellations()).toMatchObject([{ withdrawnAt: expect.any(String) }]);
    const over = await owner.api.subscriptions.cancel({ body: {} });
    expect(over.activeProduct?.subscriptionPrice.id).toBe(free);
  });

  test('the grant ends before a period that ends later, as every reply says', async () => {
    const owner = await registerWithPlan(product, free);
    const until = await dayIn(5);
    await grant(owner, large, until);
    const { subscriptions } = owner.api;
    const canceled = subscriptions.cancel({ body: { atPeriodEnd: true } });
    expect(await failureCodeOf(canceled)).toBe('billing.grantEndsFirst');
    const query = { subscriptionPriceId: free };
    const shown = await subscriptions.getUpcomingInvoice({ query });
    expect(shown?.currentPlanEnds?.slice(0, 10)).toBe(until);
    const moved = await subscriptions.update({ body: { ...query, atPeriodEnd: true } });
    expect(moved.activeProduct).toMatchObject({
      endDate: shown?.currentPlanEnds,
      cancelledAt: null,
    });
  });

  test.each(['with the period', 'on a date'])(
    'a grant without an end removes one %s (R-SUP-09)',
    async (how) => {
      const owner = await paying();
      const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
      const { items } = await stripe.subscriptions.retrieve(id);
      const end = items.data[0]?.current_period_end ?? 0;
      await stripe.subscriptions.update(
        id,
        how === 'on a date' ? { cancel_at: end } : { cancel_at_period_end: true },
      );
      await grant(owner, large, null);
      const ended = { cancel_at: null, cancel_at_period_end: false };
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject(ended);
      expect((await current(owner)).activeProduct).toMatchObject({ endDate: null });
    },
  );

  test('a later end that is set at the provider is moved back (R-SUP-11)', async () => {
    const owner = await registerWithPlan(product, free);
    await grant(owner, large, await dayIn(20));
    const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
    const { cancel_at: ends } = await stripe.subscriptions.retrieve(id);
    for (const change of [{ cancel_at: '' as const }, { cancel_at: (ends ?? 0) + 864_000 }]) {
      await stripe.subscriptions.update(id, change);
      await sandboxControls.advance(0.001);
      expect((await stripe.subscriptions.retrieve(id)).cancel_at).toBe(ends);
    }
  });

  /** Chooses another plan in the provider's portal. */
  const choose = async (id: string, change: object = {}) => {
    const { items } = await stripe.subscriptions.retrieve(id);
    const { rows } = await open.owner.query<{ service_id: string }>(
      'select service_id from subscription_prices where id = $1',
      [withTrial],
    );
    const [{ service_id: price = '' } = {}] = rows;
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price }],
      proration_behavior: 'always_invoice',
      ...change,
    });
  };

  test.each([
    ['an end', 60],
    ['none', null],
  ])('a cancellation of that plan is kept, after a grant with %s', async (_what, days) => {
    const owner = await paying();
    await grant(owner, large, days === null ? null : await dayIn(days));
    const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
    await choose(id, { cancel_at_period_end: true });
    const { cancel_at: ends } = await stripe.subscriptions.retrieve(id);
    await sandboxControls.advance(0.001);
    const { cancel_at, metadata } = await stripe.subscriptions.retrieve(id);
    expect({ cancel_at, grantId: metadata['grantId'] }).toEqual({ cancel_at: ends });
    expect(ends).not.toBeNull();
  });

  test('another plan chosen in the provider’s portal is charged, too', async () => {
    const owner = await paying();
    await grant(owner, large, await dayIn(60));
    const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
    const { creditBalance } = await current(owner);
    await choose(id);
    await sandboxControls.advance(0.001);
    expect((await current(owner)).activeProduct).toMatchObject({ granted: false, endDate: null });
    const { discounts, metadata } = await stripe.subscriptions.retrieve(id);
    expect({ discounts, grantId: metadata['grantId'] }).toEqual({ discounts: [] });
    expect((await totalCharged(owner)) + creditBalance).toBeGreaterThanOrEqual(2_900);
  });
});

test.each(['ended by another plan', 'granted again, then ended by another plan'])(
  'A grant leaves the organization its own discount, when it is %s (R-SUP-09)',
  async (what) => {
    const { code } = await sandboxControls.coupon({ percentOff: 50, duration: 'forever' });
    const owner = await registerWithPlan(product, small, {
      subscriptionCardToken: testCards.good,
      subscriptionCoupon: code,
    });
    await grant(owner, large, await dayIn(30));
    if (what.startsWith('granted again')) await grant(owner, withTrial, null);
    const [{ id = '' } = {}] = (await recordsOf(owner)).subscriptions;
    expect((await stripe.subscriptions.retrieve(id)).discounts).toHaveLength(2);
    const query = { subscriptionPriceId: what.startsWith('granted again') ? large : small };
    const shown = await owner.api.subscriptions.getUpcomingInvoice({ query });
    await owner.api.subscriptions.update({ body: query });
    const price = what.startsWith('granted again') ? 5_000 : 1_000;
    expect(shown?.total).toBe(price / 2);
    expect((await stripe.subscriptions.retrieve(id)).discounts).toHaveLength(1);
  },
);

test('equal parallel requests make one grant (R-SUP-02)', async () => {
  for (const key of ['k'.repeat(20), null]) {
    const owner = await registerWithPlan(product, free);
    const payload = { subscriptionPriceId: large, until: await dayIn(30), reason };
    const url = `/api/Support/GrantPlan/${owner.tenant}`;
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const headers = { ...operator.headers, ...(key && { 'idempotency-key': key }) };
        const answer = await product.app.inject({ method: 'POST', url, headers, payload });
        return answer.statusCode;
      }),
    );
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
    const { subscriptions, invoices } = await recordsOf(owner);
    expect([subscriptions.length, invoices.length]).toEqual([1, 1]);
    expect((await current(owner)).supportActions).toHaveLength(1);
  }
});
