import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication();
const sandbox = sandboxControlsOf(product);
const { api: operator } = await signInOperator(product);
const { owner: store } = product.open;
const paid = await offerProduct(product, { price: 10, tier: 2 });
const tried = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });
beforeEach(sandbox.freezeCustomers);

const withCard = { subscriptionCardToken: testCards.good };

const tasksOf = async ({ tenant }: TestMember) => {
  const { tasks } = await operator.overview.getTasks();
  return tasks.filter((task) => task.tenant.id === tenant);
};
const kindsOf = async (owner: TestMember) => (await tasksOf(owner)).map(({ kind }) => kind);
const advance = async (days: number) => {
  await sandbox.advance(days);
  await reconcileAllNow(product);
};

describe('What needs an operator (R-OPR-29)', () => {
  test('is nothing for organizations that pay or have just begun', async () => {
    const payer = await registerWithPlan(product, paid, withCard);
    const trial = await registerWithPlan(product, tried);
    expect([await kindsOf(payer), await kindsOf(trial)]).toEqual([[], []]);
    expect(await operator.overview.getTasks()).toEqual({ tasks: [], isCut: false });
  });

  test('includes an overdue payment with the day on which access becomes read-only', async () => {
    const owner = await registerWithPlan(product, paid, withCard);
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.failsLater } });
    await advance(31.5);
    const { items } = await operator.overview.getSubscriptions({ query: { status: 'past_due' } });
    const held = items.find(({ tenant }) => tenant.id === owner.tenant);
    expect(await tasksOf(owner)).toEqual([
      {
        id: held?.id,
        kind: 'overdue',
        tenant: { id: owner.tenant, name: held?.tenant.name },
        at: held?.graceEnds,
        note: held?.product,
      },
    ]);
    await advance(14.5);
    expect(await kindsOf(owner)).toEqual(['readOnly']);
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.good } });
    expect(await kindsOf(owner)).toEqual([]);
  });

  test('includes a trial in its last three days unless there is a card or it was canceled', async () => {
    const [without, withOne, canceled] = await Promise.all([
      registerWithPlan(product, tried),
      registerWithPlan(product, tried, withCard),
      registerWithPlan(product, tried),
    ]);
    await canceled.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    await advance(10.9);
    expect(await kindsOf(without)).toEqual([]);
    await advance(0.2);
    expect(await tasksOf(without)).toMatchObject([{ kind: 'trialEnding' }]);
    expect([await kindsOf(withOne), await kindsOf(canceled)]).toEqual([[], []]);
    await advance(3);
    expect(await kindsOf(without)).toEqual([]);
  });

  test('includes webhooks that have failed for a day or were turned off for it, not those of members', async () => {
    const add = async (failing: string | null, disabled: string | null, reason: string | null) => {
      const owner = await registerWithPlan(product, paid, withCard);
      await store.query(
        `insert into webhook_endpoints (tenant_id, url, description, events, signing_key, failing_since, disabled_at,
           disabled_reason)
         values ($1, 'https://example.com', '', '{}', '', now() - $2::interval, now() - $3::interval, $4)`,
        [owner.tenant, failing, disabled, reason],
      );
      return kindsOf(owner);
    };
    expect(await add('2 days', null, null)).toEqual(['webhookFailing']);
    expect(await add('2 hours', null, null)).toEqual([]);
    expect(await add(null, null, null)).toEqual([]);
    expect(await add('4 days', '1 day', 'failing')).toEqual(['webhookOff']);
    expect(await add(null, '1 day', 'gone')).toEqual(['webhookOff']);
    expect(await add('12 days', '9 days', 'failing')).toEqual([]);
    expect(await add(null, '1 day', 'member')).toEqual([]);
  });

  test('includes suspended organizations with the reason, and begins with refused reversals', async () => {
    const suspended = await registerWithPlan(product, paid, withCard);
    const refused = await registerWithPlan(product, paid, withCard);
    const params = { id: suspended.tenant };
    await operator.suspensions.suspendTenant({ params, body: { reason: 'Abuse' } });
    await store.query(`update billing_operations set state = 'failed' where for_tenant = $1`, [
      refused.tenant,
    ]);
    expect(await tasksOf(suspended)).toMatchObject([{ kind: 'suspended', note: 'Abuse' }]);
    const { tasks } = await operator.overview.getTasks();
    expect(tasks[0]).toMatchObject({ kind: 'reversal', tenant: { id: refused.tenant } });
    await operator.suspensions.liftTenant({ params });
    expect(await kindsOf(suspended)).toEqual([]);
  });
});
