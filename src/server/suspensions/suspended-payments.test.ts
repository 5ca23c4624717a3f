import { beforeEach, describe, expect, test } from 'vitest';
import { trusted } from '#server/database/isolation/ids.ts';
import {
  connectToSandbox,
  reconcileAllNow,
  sentNotifications,
} from '#server/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
  totalPaid,
} from '#server/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const sandbox = sandboxControlsOf(product);
const price = await offerProduct(product, { price: 10, tier: 5 });
const larger = await offerProduct(product, { price: 30, tier: 6 });
const { suspensions, support } = (await signInOperator(product)).api;
const body = { reason: 'Reported as fraud' };

beforeEach(sandbox.freezeCustomers);

/** Registers an organization that pays 10.00 a month. */
async function payingOrganization() {
  const owner = await registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
  const { customer: payer } = await owner.api.subscriptions.getCurrent();
  const customer = payer?.id ?? '';
  const { data } = await stripe.subscriptions.list({ customer });
  const id = data[0]?.id ?? '';
  const params = { id: owner.tenant };
  return {
    owner,
    id,
    params,
    suspend: () => suspensions.suspendTenant({ params, body }),
    lift: () => suspensions.liftTenant({ params }),
    paid: async () => totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices),
    told: async () => {
      const known = { tenant: trusted.tenantId(owner.tenant), customer, email: owner.user.email };
      const { causes } = await sentNotifications(product, known);
      return causes.map((cause) => cause.split(':')[0]);
    },
    pause: async () => (await stripe.subscriptions.retrieve(id)).pause_collection?.behavior,
  };
}

describe('A suspended organization (R-OPR-13)', () => {
  test('pays nothing while it is suspended, and renews as before afterwards', async () => {
    const { owner, suspend, lift, paid, pause, told } = await payingOrganization();
    await suspend();
    await suspend();
    expect(await pause()).toBe('void');
    await sandbox.advance(40);
    await reconcileAllNow(product);
    expect(await paid()).toBe(1_000);
    await lift();
    expect(await pause()).toBeUndefined();
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct).toMatchObject({ status: 'active', graceEnds: null });
    await sandbox.advance(31);
    expect(await paid()).toBe(2_000);
    expect(await told()).toEqual(['paid', 'paid']);
  });

  test('keeps a pause of its payments that was set before', async () => {
    const { id, suspend, lift, pause, told } = await payingOrganization();
    await stripe.subscriptions.update(id, {
      pause_collection: { behavior: 'keep_as_draft' },
    });
    await reconcileAllNow(product);
    await suspend();
    await lift();
    expect(await pause()).toBe('keep_as_draft');
    await reconcileAllNow(product);
    const { metadata } = await stripe.subscriptions.update(id, { pause_collection: '' });
    expect(metadata['suspended']).toBeUndefined();
    await reconcileAllNow(product);
    expect(await told()).toEqual(['paid', 'paymentsPaused', 'paymentsResumed']);
  });

  test('is paused by the scheduled run if the provider could not be reached', async () => {
    const { suspend, lift, pause } = await payingOrganization();
    await sandbox.faults(['500'], 100);
    await suspend();
    await sandbox.faults([], 1);
    expect(await pause()).toBeUndefined();
    await reconcileAllNow(product);
    expect(await pause()).toBe('void');
    await sandbox.faults(['500'], 100);
    await lift();
    await sandbox.faults([], 1);
    await reconcileAllNow(product);
    expect(await pause()).toBeUndefined();
  });

  test('is paused exactly while it is suspended, also after calls at once', async () => {
    const { owner, suspend, lift, pause, paid } = await payingOrganization();
    await Promise.allSettled([suspend(), lift(), suspend(), lift()]);
    await reconcileAllNow(product);
    const { suspension } = await owner.api.tenants.getCurrent();
    expect(await pause()).toBe(suspension ? 'void' : undefined);
    await lift();
    await reconcileAllNow(product);
    expect(await pause()).toBeUndefined();
    expect(await paid()).toBe(1_000);
  });

  test('gets no other plan from the operator, and can be ended', async () => {
    const { params, suspend, lift, owner, paid } = await payingOrganization();
    await suspend();
    const change = { subscriptionPriceId: larger, amountDue: 0, prorationDate: null };
    const reason = 'They asked for it.';
    const changed = support.changePlan({
      params,
      body: { ...change, atPeriodEnd: false, reason },
    });
    expect(await failureCodeOf(changed)).toBe('tenant.suspended');
    const granted = { subscriptionPriceId: larger, until: null, reason };
    expect(await failureCodeOf(support.grantPlan({ params, body: granted }))).toBe(
      'tenant.suspended',
    );
    await lift();
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
    await suspend();
    expect(await paid()).toBe(1_000);
  });
});
