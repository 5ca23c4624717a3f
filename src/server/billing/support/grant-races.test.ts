import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { resumeOperations } from '#server/billing/subscriptions/service/resume-operations.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxRecordsOf,
  sandboxRecordsOfCustomer,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import {
  priceIdOf,
  signInOperator,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const { context, open } = product;
const operator = await signInOperator(product);
const { support } = operator.api;
const small = await offerProduct(product, { price: 10 });
const large = await offerProduct(product, { price: 50, tier: 3 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const reason = 'They report bugs for us.';

const onFreePlan = () => registerWithPlan(product, free);
const paying = () => registerWithPlan(product, small, { subscriptionCardToken: testCards.good });
const paramsOf = ({ tenant }: TestMember) => ({ id: tenant });
const current = async ({ api }: TestMember) => api.subscriptions.getCurrent();
const recordsOf = async (owner: TestMember) =>
  sandboxRecordsOfCustomer(product, (await current(owner)).customer?.id);
const grant = (owner: TestMember, until: string | null = null) =>
  support.grantPlan({
    params: paramsOf(owner),
    body: { subscriptionPriceId: large, until, reason },
  });

/** Expires all locks and settles what is open, as the reconciliation job does. */
async function resume() {
  await open.owner.query('update billing_operations set lease_ends_at = now()');
  await resumeOperations(context);
  const { rows } = await open.owner.query(
    `select kind from billing_operations where state in ('open', 'authenticating')`,
  );
  expect(rows).toEqual([]);
}

type Call = (...given: never[]) => Promise<unknown>;

/** Replaces every call of the Stripe client while work is done. */
async function withCalls(
  replace: (call: Call, name: string) => Call,
  work: () => Promise<unknown>,
) {
  const real = context.stripe;
  context.stripe = new Proxy(real, {
    get: (target, key, receiver) =>
      replace(Reflect.get(target, key, receiver) as Call, String(key)),
  });
  const result = await work().then(
    () => 'done',
    () => 'failed',
  );
  context.stripe = real;
  return result;
}

const grantCalls: (keyof StripeClient)[] = ['grantSubscription', 'createGrantedSubscription'];
const isGrantCall = (name: string) => grantCalls.some((known) => known === name);

describe.each([
  { name: 'an organization on the free plan', register: onFreePlan },
  { name: 'a paying organization', register: paying },
])('A grant for $name (R-SUP-02)', ({ register }) => {
  test('is recorded when the answer is lost, at once or by the job', async () => {
    for (const isDownAfterwards of [false, true]) {
      const owner = await register();
      let isDown = false;
      const lose = (call: Call, name: string): Call =>
        async function lost(...given) {
          if (isDown) throw new ProviderUnavailable('down');
          const answer = await call(...given);
          if (!isGrantCall(name)) return answer;
          isDown = isDownAfterwards;
          throw new ProviderUnavailable('lost');
        };
      const outcome = await withCalls(lose, () => grant(owner));
      expect(outcome).toBe(isDownAfterwards ? 'failed' : 'done');
      await resume();
      await resume();
      const { activeProduct, supportActions } = await current(owner);
      expect(activeProduct).toMatchObject({ granted: true });
      expect(activeProduct?.subscriptionPrice.id).toBe(large);
      expect(supportActions).toMatchObject([{ kind: 'plan_granted', reason }]);
      expect((await recordsOf(owner)).subscriptions).toHaveLength(1);
    }
  });

  test('leaves nothing behind when the provider never got it', async () => {
    const owner = await register();
    const before = await current(owner);
    const known = (await sandboxRecordsOf(product)).customers.length;
    const refuse = (call: Call, name: string): Call =>
      isGrantCall(name) ? () => Promise.reject(new ProviderUnavailable('down')) : call;
    expect(await withCalls(refuse, () => grant(owner))).toBe('failed');
    expect(await failureCodeOf(grant(owner))).toBe('billing.inProgress');
    await resume();
    const after = await current(owner);
    expect(after.activeProduct?.subscriptionPrice).toEqual(before.activeProduct?.subscriptionPrice);
    expect(after.supportActions).toEqual([]);
    expect((await sandboxRecordsOf(product)).customers).toHaveLength(known);
    await grant(owner);
    expect((await current(owner)).activeProduct).toMatchObject({ granted: true });
  });

  test('beside changes of the organization leaves one subscription, which is what the provider has', async () => {
    const owner = await register();
    const card = { subscriptionCardToken: testCards.other };
    const settled = await Promise.allSettled([
      grant(owner),
      owner.api.subscriptions.update({ body: { subscriptionPriceId: small, ...card } }),
      grant(owner, new Date(Date.now() + 86_400_000 * 20).toISOString().slice(0, 10)),
      owner.api.subscriptions.cancel({ body: {} }),
    ]);
    // The one that comes first may be refused too: a paying organization has that plan already.
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        code: expect.stringMatching(/^billing\.(inProgress|alreadySubscribed|notSubscribed)$/),
      });
    }
    await resume();
    const { subscriptions } = await recordsOf(owner);
    const live = subscriptions.filter(({ status }) => status !== 'canceled');
    expect(live.length).toBeLessThanOrEqual(1);
    const { myProducts } = await current(owner);
    const running = myProducts.filter(({ subscriptionPrice: { price } }) => price > 0);
    expect(running).toHaveLength(live.length);
    expect(running[0]?.granted ?? false).toBe('grantId' in (live[0]?.metadata ?? {}));
  });
});

test('an owner grants nothing, and the operator’s own organization gets nothing (R-ORG-10)', async () => {
  const owner = await onFreePlan();
  const params = paramsOf(owner);
  const body = { subscriptionPriceId: large, reason };
  const refused = owner.api.support.grantPlan({ params, body });
  expect(await failureCodeOf(refused)).toBe('access.operator');
  const { rows } = await open.owner.query<{ id: string }>(
    `select id from tenants where subdomain = 'admin'`,
  );
  const own = support.grantPlan({ params: { id: rows[0]?.id ?? '' }, body });
  expect(await failureCodeOf(own)).toBe('billing.adminTenant');
});
