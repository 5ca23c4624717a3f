import { beforeEach, describe, expect, test } from 'vitest';
import {
  connectToSandbox,
  reconcileAllNow,
  sentNotifications,
} from '#server/billing/payments/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { testApplication, type TestMember } from '#server/test/application.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const sandboxControls = sandboxControlsOf(product);
const small = await offerProduct(product, { price: 10, tier: 5, maxUsers: 3 });
const large = await offerProduct(product, { price: 30, tier: 6, maxUsers: 9 });

beforeEach(sandboxControls.freezeCustomers);

/** Registers an owner who pays 10.00 a month. */
async function payingOwner() {
  const owner = await registerWithPlan(product, small, { subscriptionCardToken: testCards.good });
  const { customer, activeProduct } = await owner.api.subscriptions.getCurrent();
  const { data } = await stripe.subscriptions.list({ customer: customer?.id ?? '' });
  const id = data[0]?.id ?? '';
  return { ...owner, owner, customer: customer?.id ?? '', id, plan: activeProduct?.id };
}

/** Registers an owner whose subscription is then paused at the provider. */
async function pausedOwner() {
  const payer = await payingOwner();
  await stripe.subscriptions.pause(payer.id);
  await reconcileAllNow(product);
  return payer;
}

/** Replaces the card at the provider, as its portal does. */
async function replaceCard(customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

const writing = { description: 'PETR4', quantity: 1, price: 1, date: '2026-01-01' };
const write = ({ api }: TestMember) =>
  api.transactions.create({ body: writing }).then(
    () => 'written',
    (error: { code: string }) => error.code,
  );

const resume = ({ api }: TestMember, more: { amountDue?: number; intentId?: string } = {}) =>
  api.subscriptions.update({ body: { subscriptionPriceId: small, ...more } });

const stateOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).activeProduct?.status;

const kindsOf = async ({ tenant, user }: TestMember) => {
  const payer = { tenant: trusted.tenantId(tenant), customer: '', email: user.email };
  const { causes } = await sentNotifications(product, payer);
  return causes.map((cause) => cause.split(':')[0]);
};

const paidBy = async (customer: string) =>
  totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices);

describe('A subscription that is paused at the provider', () => {
  test('owes nothing: it is read-only and told, but never overdue', async () => {
    const { owner, api, customer } = await pausedOwner();
    expect(await stateOf(owner)).toBe('paused');
    expect(await write(owner)).toBe('billing.readOnly');
    await expect(api.transactions.getAll()).resolves.toMatchObject({ next: null });
    expect((await api.subscriptions.getCurrent()).activeProduct?.graceEnds).toBeNull();
    expect(await api.subscriptions.getUpcomingInvoice({ query: {} })).toBeNull();
    await sandboxControls.advance(40);
    await reconcileAllNow(product);
    expect(await stateOf(owner)).toBe('paused');
    expect(await kindsOf(owner)).toEqual(['paid', 'paused']);
    expect(await paidBy(customer)).toBe(1_000);
  });

  test('is resumed for the amount that the preview shows, and access returns', async () => {
    const { owner, api, customer } = await pausedOwner();
    const query = { subscriptionPriceId: small };
    const shown = await api.subscriptions.getUpcomingInvoice({ query });
    const due = shown?.amountDue ?? 0;
    // The unused time of the paid period is credited.
    expect(due).toBeLessThan(20);
    await sandboxControls.advance(40);
    expect(await failureCodeOf(resume(owner, { amountDue: due + 1 }))).toBe(
      'billing.previewExpired',
    );
    const resumed = await resume(owner, { amountDue: due });
    expect(resumed.activeProduct?.status).toBe('active');
    expect(await write(owner)).toBe('written');
    expect(await paidBy(customer)).toBe(1_000 + due);
    expect(await kindsOf(owner)).toContain('unpaused');
    expect(await kindsOf(owner)).not.toContain('planChanged');
    await sandboxControls.advance(32);
    expect(await paidBy(customer)).toBe(2_000 + due);
  });

  test('is resumed and charged once by two requests at once', async () => {
    const { owner, api, customer } = await pausedOwner();
    await sandboxControls.advance(40);
    const query = { subscriptionPriceId: small };
    const due = (await api.subscriptions.getUpcomingInvoice({ query }))?.amountDue ?? 0;
    await Promise.allSettled([resume(owner), resume(owner)]);
    expect(await stateOf(owner)).toBe('active');
    expect(await paidBy(customer)).toBe(1_000 + due);
  });

  test('stays paused when the card is declined, and owes nothing for it', async () => {
    const { owner, api, customer, id } = await payingOwner();
    await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });
    await reconcileAllNow(product);
    await replaceCard(customer, testCards.failsLater);
    expect(await failureCodeOf(resume(owner))).toBe('billing.cardDeclined');
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'paused' });
    const { data: open } = await stripe.invoices.list({ customer, status: 'open' });
    expect(open).toEqual([]);
    expect(await stateOf(owner)).toBe('paused');
    await replaceCard(customer, testCards.good);
    expect((await resume(owner)).activeProduct?.status).toBe('active');
    expect(await paidBy(customer)).toBe(2_000);
    expect((await api.subscriptions.getCurrent()).invoices).toHaveLength(2);
  });

  test('is resumed after an authentication', async () => {
    const { owner, customer, id } = await payingOwner();
    await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });
    await reconcileAllNow(product);
    await replaceCard(customer, testCards.confirms);
    const { code, params } = await expectFailure(resume(owner));
    expect(code).toBe('billing.authenticationRequired');
    expect(await stateOf(owner)).toBe('paused');
    await sandboxControls.confirm(params['clientSecret']);
    const intentId = String(params['intentId']);
    expect((await resume(owner, { intentId })).activeProduct?.status).toBe('active');
    expect(await paidBy(customer)).toBe(2_000);
  });

  test('keeps its plan until it is resumed, and can be canceled', async () => {
    const { owner, api, customer } = await pausedOwner();
    const change = { subscriptionPriceId: large };
    expect(await failureCodeOf(api.subscriptions.update({ body: change }))).toBe('billing.paused');
    expect(await failureCodeOf(api.subscriptions.getUpcomingInvoice({ query: change }))).toBe(
      'billing.paused',
    );
    expect(await stateOf(owner)).toBe('paused');
    expect(await paidBy(customer)).toBe(1_000);
    const ended = await api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    expect(ended.activeProduct).toMatchObject({ subscriptionPrice: { price: 0 } });
  });

  test('that the provider resumes has access again', async () => {
    const { owner, id } = await pausedOwner();
    await stripe.subscriptions.resume(id, { payment_behavior: 'resume_on_payment_success' });
    await reconcileAllNow(product);
    expect(await write(owner)).toBe('written');
    expect(await kindsOf(owner)).toContain('unpaused');
  });
});

describe('A subscription whose payments are paused', () => {
  test.each(['keep_as_draft', 'void', 'mark_uncollectible'] as const)(
    'keeps access and collects nothing (%s) until it is resumed',
    async (behavior) => {
      const { owner, api, customer, id } = await payingOwner();
      await stripe.subscriptions.update(id, { pause_collection: { behavior } });
      await sandboxControls.advance(40);
      await reconcileAllNow(product);
      const current = await api.subscriptions.getCurrent();
      expect(current.activeProduct?.status).toBe('active');
      expect(current.collectionPaused).toEqual({ resumesAt: null });
      expect(await api.subscriptions.getUpcomingInvoice({ query: {} })).toBeNull();
      expect(await write(owner)).toBe('written');
      expect(await paidBy(customer)).toBe(1_000);
      expect(await kindsOf(owner)).toEqual(['paid', 'paymentsPaused']);
      const change = { subscriptionPriceId: large };
      expect(await failureCodeOf(api.subscriptions.update({ body: change }))).toBe(
        'billing.paused',
      );
      const resumed = await resume(owner, { amountDue: 0 });
      expect(resumed.collectionPaused).toBeNull();
      expect(await kindsOf(owner)).toEqual(['paid', 'paymentsPaused', 'paymentsResumed']);
      expect(await api.subscriptions.getUpcomingInvoice({ query: {} })).not.toBeNull();
      await sandboxControls.advance(32);
      expect(await paidBy(customer)).toBe(2_000);
    },
  );

  test('is collected again at the time that the provider names', async () => {
    const { owner, api, customer, id } = await payingOwner();
    const { start_date: start } = await stripe.subscriptions.retrieve(id);
    const resumesAt = start + 45 * 86_400;
    const pause_collection = { behavior: 'void', resumes_at: resumesAt } as const;
    await stripe.subscriptions.update(id, { pause_collection });
    await reconcileAllNow(product);
    expect((await api.subscriptions.getCurrent()).collectionPaused).toEqual({
      resumesAt: new Date(resumesAt * 1_000).toISOString(),
    });
    await sandboxControls.advance(70);
    expect((await api.subscriptions.getCurrent()).collectionPaused).toBeNull();
    expect(await paidBy(customer)).toBe(2_000);
    await reconcileAllNow(product);
    expect(await kindsOf(owner)).toEqual(['paid', 'paid', 'paymentsPaused', 'paymentsResumed']);
  });

  test('is announced once for each pause and each resumption, also when both are changed (R-SUB-22)', async () => {
    const { owner, id } = await payingOwner();
    const told = ['paid', 'paymentsPaused', 'paymentsPaused', 'paymentsResumed', 'paymentsResumed'];
    for (let time = 0; time < 2; time += 1) {
      for (const behavior of ['void', 'keep_as_draft'] as const) {
        await stripe.subscriptions.update(id, { pause_collection: { behavior } });
        await reconcileAllNow(product);
      }
      await stripe.subscriptions.update(id, { pause_collection: '' });
      await reconcileAllNow(product);
      await reconcileAllNow(product);
    }
    expect(await kindsOf(owner)).toEqual(told);
  });

  test('is announced while a renewal is overdue, too', async () => {
    const { owner, id, customer } = await payingOwner();
    await replaceCard(customer, testCards.failsLater);
    await sandboxControls.advance(32);
    await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
    await reconcileAllNow(product);
    expect(await stateOf(owner)).toBe('past_due');
    expect(await kindsOf(owner)).toContain('paymentsPaused');
  });
});
