import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectToSandbox,
  reconcileAllNow,
  sentNotifications,
} from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
  totalPaid,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
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
    customer,
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

/** Replaces the card at the provider, as its portal does. */
async function replaceCard(customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
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

  test.each([true, false])(
    'is paused again when its pause is ended at the provider (paused before: %s)',
    async (isPausedBefore) => {
      const { id, suspend, lift, pause } = await payingOrganization();
      if (isPausedBefore) {
        await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
        await reconcileAllNow(product);
      }
      await suspend();
      await stripe.subscriptions.update(id, { pause_collection: '' });
      await reconcileAllNow(product);
      expect(await pause()).toBe('void');
      await lift();
      expect(await pause()).toBeUndefined();
    },
  );

  /** Lets the renewal fail, then replaces the card by one that would be charged. */
  const failingRenewal = async () => {
    const made = await payingOrganization();
    await replaceCard(made.customer, testCards.failsLater);
    await sandbox.advance(32);
    await reconcileAllNow(product);
    expect((await made.owner.api.subscriptions.getCurrent()).activeProduct?.status).toBe(
      'past_due',
    );
    await replaceCard(made.customer, testCards.good);
    return made;
  };

  test('is not charged again for a renewal that failed before, until the suspension is lifted', async () => {
    const { suspend, lift, paid, told, owner } = await failingRenewal();
    const before = await told();
    await suspend();
    await sandbox.advance(20);
    await reconcileAllNow(product);
    expect(await paid()).toBe(1_000);
    expect(await told()).toEqual(before);
    await lift();
    // It could not be paid meanwhile: the days of grace begin now (R-SUB-09).
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    const { rows } = await product.open.owner.query<{ now: Date }>(
      'select app.billing_now() as now',
    );
    const grace = Date.parse(activeProduct?.graceEnds ?? '') - Number(rows[0]?.now);
    expect(Math.round(grace / 86_400_000)).toBe(14);
    expect(await told()).toEqual(before);
    await sandbox.advance(6);
    expect(await paid()).toBe(2_000);
    expect((await owner.api.subscriptions.getCurrent()).activeProduct?.status).toBe('active');
  });

  test('gets an email at each end of the grace, also at the one after the suspension', async () => {
    const { customer, suspend, lift, told } = await payingOrganization();
    await replaceCard(customer, testCards.failsLater);
    const endOfGrace = async (days: number) => {
      await sandbox.advance(days);
      await reconcileAllNow(product);
      return (await told()).filter((kind) => kind === 'readOnly');
    };
    expect(await endOfGrace(32)).toEqual([]);
    expect(await endOfGrace(15)).toEqual(['readOnly']);
    await suspend();
    await lift();
    expect(await endOfGrace(13)).toEqual(['readOnly']);
    expect(await endOfGrace(2)).toEqual(['readOnly', 'readOnly']);
    expect(await endOfGrace(1)).toEqual(['readOnly', 'readOnly']);
  });

  test('is not charged for a renewal whose invoice was a draft', async () => {
    const { id, suspend, lift, paid } = await payingOrganization();
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
    const { start_date: start } = await stripe.subscriptions.retrieve(id);
    await sandbox.advance(((item?.current_period_end ?? 0) - start + 600) / 86_400);
    const [draft] = (await stripe.invoices.list({ subscription: id })).data;
    expect(draft?.status).toBe('draft');
    await suspend();
    await sandbox.advance(2);
    await reconcileAllNow(product);
    expect(await paid()).toBe(1_000);
    await lift();
    await sandbox.advance(1);
    expect(await paid()).toBe(2_000);
  });

  test('is not charged for an invoice that the provider no longer retries', async () => {
    const { suspend, lift, paid, customer } = await failingRenewal();
    await replaceCard(customer, testCards.failsLater);
    await sandbox.advance(20);
    await replaceCard(customer, testCards.good);
    await suspend();
    // The invoices of this time are void, so that an older one is open.
    await sandbox.advance(40);
    await reconcileAllNow(product);
    await reconcileAllNow(product);
    expect(await paid()).toBe(1_000);
    await lift();
    expect(await paid()).toBe(2_000);
  });

  test('owes no invoice any more when its subscription ends meanwhile', async () => {
    const { id, suspend, lift, paid, customer } = await failingRenewal();
    await suspend();
    await stripe.subscriptions.cancel(id);
    await reconcileAllNow(product);
    await lift();
    await sandbox.advance(20);
    expect(await paid()).toBe(1_000);
    expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
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
    const changed = () =>
      support.changePlan({ params, body: { ...change, atPeriodEnd: false, reason } });
    expect(await failureCodeOf(changed())).toBe('tenant.suspended');
    const granted = { subscriptionPriceId: larger, until: null, reason };
    expect(await failureCodeOf(support.grantPlan({ params, body: granted }))).toBe(
      'tenant.suspended',
    );
    await lift();
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
    await suspend();
    // Nor a new subscription, with the card on file.
    change.amountDue = 3_000;
    expect(await failureCodeOf(changed())).toBe('tenant.suspended');
    expect(await paid()).toBe(1_000);
  });
});
