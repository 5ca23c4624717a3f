import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import { seededRandom } from '#server/billing/payments/test/random-actions.ts';
import { withConnection } from '#server/platform/database/test/cluster.ts';
import { countLockWaits } from '#server/platform/database/test/lock-waits.ts';
import {
  type TestMember,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';
import { figure, repetitions, seed } from '#tools/kit/seed.ts';
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

/**
 * The free plan: moving to it ends the paid plan (R-SUB-05), a trial without a card ends in it
 * (R-SUB-07), and an organization with more members than it allows is read-only.
 */
const product = await testApplication({ INSTANCES: '1' });
const { open } = product;
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const trial = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);
const paid = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3 });
const inEuro = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3, currency: 'eur' });
/** A free monthly plan with two seats. */
const pair = await offerProduct(product, { price: 0, tier: 1, maxUsers: 2 });
const smaller = await offerProduct(product, { price: 5, tier: 2, maxUsers: 2 });
const random = seededRandom(seed);
const withCard = { subscriptionCardToken: testCards.good };

beforeEach(sandboxControls.freezeCustomers);

const update = ({ api }: TestMember, price: string, more: Record<string, unknown> = {}) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price, ...more } });
const preview = ({ api }: TestMember, price: string) =>
  api.subscriptions.getUpcomingInvoice({ query: { subscriptionPriceId: price } });
const current = ({ api }: TestMember) => api.subscriptions.getCurrent();
const activeTitle = async (member: TestMember) =>
  (await current(member)).activeProduct?.subscriptionProduct.title;
const recordsOf = async (member: TestMember) => {
  const { customer } = await current(member);
  return sandboxRecordsOfCustomer(product, customer?.id);
};
const statuses = async (member: TestMember) =>
  (await recordsOf(member)).subscriptions.map(({ status }) => status);
const invite = ({ api }: TestMember) => {
  const email = `invited-${randomUUID()}@example.com`;
  return api.invitations.invite({ body: { email, firstName: 'I', lastName: 'X', role: 2 } });
};
/** Adds another owner's account as an active member; returns the id of the membership. */
const addActive = async ({ tenant }: TestMember) => {
  const other = await registerOwner(product);
  const { rows } = await open.owner.query<{ id: string }>(
    'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 1, 2, 1) returning id',
    [tenant, other.user.id],
  );
  const api = product.callerOf({ ...other.headers, 'x-tenant-key': tenant });
  return { id: rows[0]?.id ?? '', api };
};
const write = ({ api }: TestMember) =>
  api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
const subjectsTo = async (member: TestMember) => {
  const { rows } = await open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 order by id',
    [member.user.email],
  );
  return rows.map(({ subject }) => subject);
};
const seatsOf = async ({ tenant }: TestMember) => {
  const { rows } = await open.owner.query<{ taken: number }>(
    'select count(*)::int as taken from memberships where tenant_id = $1 and status in (0, 2)',
    [tenant],
  );
  return rows[0]?.taken ?? 0;
};

describe('Moving from a paid plan to a free one (R-SUB-05)', () => {
  test('immediately ends the paid plan, which never renews', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    const { activeProduct, myProducts } = await update(owner, starter);
    expect(activeProduct?.subscriptionPrice.id).toBe(starter);
    expect(myProducts).toHaveLength(1);
    expect(await statuses(owner)).toEqual(['canceled']);
    await sandboxControls.advance(40);
    expect(totalPaid((await recordsOf(owner)).invoices)).toBe(1_000);
    expect(await activeTitle(owner)).toBe('Starter');
    expect(await subjectsTo(owner)).toContainEqual(expect.stringMatching(/Starter/));
  });

  test('at the period’s end keeps the paid plan until then and does not renew it', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    const shown = await preview(owner, starter);
    expect(shown).toMatchObject({ amountDue: 0, nextRenewal: null });
    const { activeProduct } = await update(owner, starter, { atPeriodEnd: true });
    expect(activeProduct?.subscriptionPrice.id).toBe(paid);
    expect(activeProduct?.endDate).toBe(shown?.currentPlanEnds);
    expect(await subjectsTo(owner)).toContainEqual(expect.stringMatching(/Starter/));
    await sandboxControls.advance(40);
    expect(await activeTitle(owner)).toBe('Starter');
    expect(await statuses(owner)).toEqual(['canceled']);
    expect(totalPaid((await recordsOf(owner)).invoices)).toBe(1_000);
  });

  test('is reverted by choosing the paid plan again', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await update(owner, starter, { atPeriodEnd: true });
    await update(owner, paid);
    await sandboxControls.advance(32);
    expect((await current(owner)).activeProduct?.subscriptionPrice.id).toBe(paid);
    await expect(invite(owner)).resolves.toBeDefined();
  });

  test('is allowed for an organization that began on it, and refused while it has it', async () => {
    const owner = await registerWithPlan(product, starter);
    expect(await failureCodeOf(update(owner, starter))).toBe('billing.alreadySubscribed');
    await update(owner, paid, withCard);
    expect((await update(owner, starter)).activeProduct?.subscriptionPrice.id).toBe(starter);
    expect(await statuses(owner)).toEqual(['canceled']);
    expect(await failureCodeOf(update(owner, starter))).toBe('billing.alreadySubscribed');
  });

  test('is refused for more members than it allows, and changes nothing (R-SUB-04)', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await invite(owner);
    for (const attempt of [update, preview]) {
      const { code, params } = await expectFailure(attempt(owner, starter));
      expect(code).toBe('billing.downgradeBlocked');
      expect(params).toMatchObject({ max: 1, used: 2, remove: 1 });
    }
    expect(await statuses(owner)).toEqual(['active']);
    expect((await current(owner)).myProducts).toHaveLength(1);
  });

  test.each([
    ['free', pair],
    ['smaller', smaller],
  ])('waits for a member who joins, and is refused: %s plan (R-SUB-04)', async (_kind, plan) => {
    const owner = await registerWithPlan(product, paid, withCard);
    await invite(owner);
    const other = await registerOwner(product);
    const moved = await withConnection(open.ownerUrl, async (joining) => {
      await joining.query('begin');
      await joining.query(
        'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 2, 1)',
        [owner.tenant, other.user.id],
      );
      let isOver = false;
      const code = failureCodeOf(update(owner, plan)).finally(() => (isOver = true));
      const waiting = async () => isOver || (await countLockWaits(open.owner)) > 0;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(true);
      await joining.query('commit');
      return code;
    });
    expect(moved).toBe('billing.downgradeBlocked');
    expect(await holdsFreePlan(owner)).toBe(false);
  });

  test('voids the invoice of an overdue plan', async () => {
    const owner = await registerWithPlan(product, paid, { subscriptionCardToken: testCards.good });
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.failsLater } });
    await sandboxControls.advance(32);
    expect(await statuses(owner)).toEqual(['past_due']);
    await update(owner, starter, { atPeriodEnd: true });
    expect(await statuses(owner)).toEqual(['canceled']);
    const { invoices } = await recordsOf(owner);
    expect(invoices.map(({ status }) => status).toSorted()).toEqual(['paid', 'void']);
    await expect(write(owner)).resolves.toBeDefined();
  });
});

const competitors = repetitions(30, 99);

/** Sends invitations to the third seat while the owner moves to a plan with two seats. */
async function raceForTheLastSeat(n: number) {
  const owner = await registerWithPlan(product, paid, withCard);
  await invite(owner);
  const atPeriodEnd = n % 2 === 1;
  const late = random.below(300);
  const attempts = Array.from({ length: competitors }, () => async (): Promise<unknown> => {
    // In half of the races most invitations arrive during the move.
    await setTimeout(n % 4 < 2 ? 0 : late + random.below(100));
    return retryUntilIdle(() => invite(owner));
  });
  const place = n % 2 === 0 ? 0 : Math.floor(competitors / 2);
  attempts.splice(place, 0, () => retryUntilIdle(() => update(owner, pair, { atPeriodEnd })));
  const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
  const failed = results.filter(
    (result) => result.status === 'rejected' && !isExpected(result.reason),
  );
  expect(failed).toEqual([]);
  const isMoved = results[place]?.status === 'fulfilled' || (await holdsFreePlan(owner));
  const limit = isMoved ? 2 : 3;
  expect(await seatsOf(owner)).toBe(limit);
  // Later invitations are refused too: the future plan counts from the moment it is chosen.
  expect(await failureCodeOf(invite(owner))).toBe('tenant.maxNumberOfUsers');
  expect(await statuses(owner)).toEqual([isMoved && !atPeriodEnd ? 'canceled' : 'active']);
  return { requests: attempts.length, isMoved };
}

const holdsFreePlan = async (owner: TestMember) =>
  (await current(owner)).myProducts.some(({ subscriptionPrice: { id } }) => id === pair);

/** Retries after 503 (no connection in time) and while the operation of such a call continues. */
async function retryUntilIdle<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { code } = error as Failure;
      if (code !== 'unavailable' && code !== 'billing.inProgress') throw error;
      await setTimeout(50);
    }
  }
}

const expected = [
  'tenant.maxNumberOfUsers',
  'billing.downgradeBlocked',
  // Returned to a retry after a 503 whose move was completed.
  'billing.alreadySubscribed',
];
const isExpected = (error: unknown) => error instanceof Failure && expected.includes(error.code);

const races = repetitions(4, 100);

test(`seats never exceed the plan: ${races} races of ${competitors} during a move to free (R-MEM-05)`, async () => {
  const outcomes: { requests: number; isMoved: boolean }[] = [];
  for (let n = 0; n < races; n += 1) outcomes.push(await raceForTheLastSeat(n));
  expect(outcomes).toHaveLength(races);
  const moved = outcomes.filter(({ isMoved }) => isMoved).length;
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  const shown = `${requests} requests, ${moved} of ${races} moves came first, 0 seats too many, 0 × 500`;
  figure('free plan', shown);
}, 3_600_000);

describe('A trial that ends without a card (R-SUB-07)', () => {
  const trialing = () => registerWithPlan(product, trial);

  test.each([1, 100_000])(
    'moves to the free plan, and emails say so: a credit of %i',
    async (credit) => {
      const owner = await trialing();
      const { customer } = await current(owner);
      const given = { amount: -credit, currency: 'usd' };
      await stripe.customers.createBalanceTransaction(customer?.id ?? '', given);
      await sandboxControls.advance(15);
      const { activeProduct, myProducts } = await current(owner);
      expect(activeProduct).toMatchObject({ status: 'active', subscriptionPrice: { id: starter } });
      expect(myProducts).toHaveLength(1);
      const { invoices } = await recordsOf(owner);
      expect(invoices.filter(({ amount_due: due }) => due > 0)).toEqual([]);
      const subjects = await subjectsTo(owner);
      expect(subjects).toContainEqual(expect.stringMatching(/agora está no Starter/));
      expect(subjects.filter((subject) => /falhou/.test(subject))).toEqual([]);
      await expect(write(owner)).resolves.toBeDefined();
      await sandboxControls.advance(60);
      expect(await activeTitle(owner)).toBe('Starter');
    },
  );

  test('is read-only with more members than the free plan allows, until members leave', async () => {
    const owner = await trialing();
    const { id } = await addActive(owner);
    await sandboxControls.advance(15);
    expect((await expectFailure(write(owner))).code).toBe('billing.readOnly');
    expect(await current(owner)).toBeDefined();
    expect((await owner.api.tenants.getCurrent()).seatsTaken).toBe(2);
    await owner.api.members.remove({ params: { id } });
    await expect(write(owner)).resolves.toBeDefined();
  });

  test('is read-only with too many members until it subscribes', async () => {
    const owner = await trialing();
    await addActive(owner);
    await sandboxControls.advance(15);
    expect((await expectFailure(write(owner))).code).toBe('billing.readOnly');
    await update(owner, paid, withCard);
    await expect(write(owner)).resolves.toBeDefined();
  });

  test('is overdue when its card is declined, like any payment', async () => {
    const owner = await trialing();
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.failsLater } });
    await sandboxControls.advance(15);
    expect((await current(owner)).activeProduct).toMatchObject({ status: 'past_due' });
  });

  test('does not fix the currency; the first payment does (R-SUB-11)', async () => {
    const owner = await trialing();
    await sandboxControls.advance(15);
    await update(owner, inEuro, withCard);
    expect(await failureCodeOf(preview(owner, paid))).toBe('billing.currencyLocked');
  });

  test('has no plan afterwards when no free one is on offer', async () => {
    const owner = await trialing();
    const free = 'update subscription_prices set active = $1 where price = 0';
    await open.owner.query(free, [false]);
    await sandboxControls.advance(15);
    await open.owner.query(free, [true]);
    expect((await current(owner)).activeProduct).toBeNull();
    await reconcileAllNow(product);
    expect((await current(owner)).activeProduct).toBeNull();
  });
});
