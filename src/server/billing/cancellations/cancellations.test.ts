import { expect, describe, test } from 'vitest';
import type { CancellationReason } from '#contract/cancellations.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  offerProduct,
  registerWithPlan,
  sandboxRecordsOfCustomer,
  testCards,
  failureCodeOf,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication();
const { api: operator } = await signInOperator(product);
const { stripe } = await connectToSandbox(product);
const small = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 10 });
const free = await offerProduct(product, { price: 0, tier: 1, period: BillingPeriod.Monthly });

const subscriber = (price = large) =>
  registerWithPlan(product, price, { subscriptionCardToken: testCards.good });
type Answer = { reason?: CancellationReason | null; comment?: string; atPeriodEnd?: boolean };
const cancel = ({ api }: TestMember, body: Answer) => api.subscriptions.cancel({ body });
const resume = ({ api }: TestMember, price = large) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price } });

const cancellationsOf = async ({ tenant }: TestMember) =>
  (await operator.cancellations.getAllOfAll({ query: { tenantId: tenant } })).items;
const countOf = async (reason: string | null) =>
  (await operator.cancellations.getCounts()).find((row) => row.reason === reason)?.count;

/** Returns the subscription of an organization at the provider. */
const subscriptionOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  const { subscriptions } = await sandboxRecordsOfCustomer(product, customer?.id);
  return stripe.subscriptions.retrieve(subscriptions[0]?.id ?? '');
};
const detailsOf = async (owner: TestMember) => (await subscriptionOf(owner)).cancellation_details;

/** Returns true for an owner's emails if one of them contains all of these texts. */
const isMailed = ({ user }: TestMember, ...texts: string[]) => {
  const url = `/sandbox/mail.json?to=${encodeURIComponent(user.email)}`;
  return async () => {
    const letters = (await product.app.inject(url)).json<{ text: string }[]>();
    return letters.some(({ text }) => texts.every((part) => text.includes(part)));
  };
};
const soon = { timeout: 20_000 };
const dayOf = (at: string | null | undefined) =>
  new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(at ?? ''),
  );

describe('Canceling with a reason (R-SUB-24)', () => {
  test('at the end of the period stores reason, comment and end, here and at the provider', async () => {
    const owner = await subscriber();
    const { activeProduct } = await cancel(owner, {
      atPeriodEnd: true,
      reason: 'not_used',
      comment: '  We only needed it in March.\nThank you! ',
    });
    const comment = 'We only needed it in March.\nThank you!';
    expect(await cancellationsOf(owner)).toMatchObject([
      {
        tenant: { id: owner.tenant },
        product: activeProduct?.subscriptionProduct.title,
        reason: 'not_used',
        comment,
        endDate: activeProduct?.endDate,
        withdrawnAt: null,
      },
    ]);
    expect(await detailsOf(owner)).toMatchObject({ feedback: 'unused', comment });
  });

  test('immediately stores them too', async () => {
    const owner = await subscriber();
    await cancel(owner, { reason: 'technical_problems', comment: 'It was slow.' });
    const subscription = await subscriptionOf(owner);
    expect(subscription.cancellation_details).toMatchObject({
      feedback: 'low_quality',
      comment: 'It was slow.',
    });
    const ended = new Date((subscription.ended_at ?? 0) * 1_000).toISOString();
    expect(await cancellationsOf(owner)).toMatchObject([
      { reason: 'technical_problems', comment: 'It was slow.', endDate: ended },
    ]);
  });

  test('the question can be skipped', async () => {
    const before = await countOf(null);
    const owner = await subscriber();
    await cancel(owner, { atPeriodEnd: true, reason: null, comment: '' });
    expect(await cancellationsOf(owner)).toMatchObject([{ reason: null, comment: null }]);
    expect(await detailsOf(owner)).toMatchObject({ feedback: null, comment: null });
    expect(await countOf(null)).toBe((before ?? 0) + 1);
  });

  test('of a free plan, which the provider does not know, is recorded and confirmed', async () => {
    const owner = await registerWithPlan(product, free);
    const { activeProduct: held } = await owner.api.subscriptions.getCurrent();
    await cancel(owner, { reason: 'switched_service' });
    expect(await cancellationsOf(owner)).toMatchObject([{ reason: 'switched_service' }]);
    await expect
      .poll(isMailed(owner, held?.subscriptionProduct.title ?? '-', 'Terminou em'), soon)
      .toBe(true);
  });

  test('refuses unknown reasons and long comments', async () => {
    const owner = await subscriber();
    const unknown = { reason: 'bored' as 'other' };
    expect(await failureCodeOf(cancel(owner, unknown))).toBe('validation');
    const long = { comment: 'a'.repeat(501) };
    expect(await failureCodeOf(cancel(owner, long))).toBe('validation');
    expect(await cancellationsOf(owner)).toEqual([]);
  });

  test('is confirmed by an email that names the plan and its end', async () => {
    const owner = await subscriber();
    const { activeProduct } = await cancel(owner, { atPeriodEnd: true });
    const title = activeProduct?.subscriptionProduct.title ?? '-';
    await expect
      .poll(isMailed(owner, title, `Muda em: ${dayOf(activeProduct?.endDate)}`), soon)
      .toBe(true);
    await resume(owner);
    await cancel(owner, { atPeriodEnd: false });
    await expect.poll(isMailed(owner, 'Starter', 'O plano pago de'), soon).toBe(true);
  });

  test('is in the audit log of the organization, which never contains the comment', async () => {
    const owner = await subscriber();
    await cancel(owner, { atPeriodEnd: true, reason: 'other', comment: 'Ask Rui Alves.' });
    await resume(owner);
    const { items } = await owner.api.audit.getAll({ query: { action: 'cancellation' } });
    expect(items).toMatchObject([
      { action: 'cancellation.changed', before: { withdrawn_at: null } },
      {
        action: 'cancellation.created',
        actor: { id: owner.user.id },
        after: { reason: 'other', comment: '•••' },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('Rui');
  });
});

describe('A cancellation that is withdrawn (R-SUB-24)', () => {
  test('by resuming is closed and no longer counted; the provider forgets the answer', async () => {
    const before = await countOf('too_expensive');
    const owner = await subscriber();
    await cancel(owner, { atPeriodEnd: true, reason: 'too_expensive', comment: 'Too much.' });
    expect(await countOf('too_expensive')).toBe((before ?? 0) + 1);
    await resume(owner);
    expect(await countOf('too_expensive')).toBe(before);
    expect(await cancellationsOf(owner)).toMatchObject([
      { reason: 'too_expensive', endDate: null, withdrawnAt: expect.any(String) },
    ]);
    expect(await detailsOf(owner)).toMatchObject({ feedback: null, comment: null });
    await cancel(owner, { atPeriodEnd: true, reason: 'missing_features' });
    expect(await cancellationsOf(owner)).toMatchObject([
      { reason: 'missing_features', withdrawnAt: null },
      { reason: 'too_expensive', withdrawnAt: expect.any(String) },
    ]);
  });

  test('by choosing another plan is closed', async () => {
    const owner = await subscriber();
    await cancel(owner, { atPeriodEnd: true, reason: 'too_expensive' });
    await resume(owner, small);
    expect(await cancellationsOf(owner)).toMatchObject([{ withdrawnAt: expect.any(String) }]);
  });

  test('is not one that becomes immediate: that replaces the answer', async () => {
    const owner = await subscriber();
    await cancel(owner, { atPeriodEnd: true, reason: 'other' });
    await cancel(owner, { atPeriodEnd: false, reason: 'not_used' });
    expect(await cancellationsOf(owner)).toMatchObject([{ reason: 'not_used', withdrawnAt: null }]);
  });
});

describe('A cancellation in the provider’s portal (R-SUB-24)', () => {
  test('is recorded with its feedback, and withdrawn there', async () => {
    const owner = await subscriber();
    const { id } = await subscriptionOf(owner);
    await stripe.subscriptions.update(id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: 'customer_service', comment: 'No reply for a week.' },
    });
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    await reconcileAllNow(product);
    expect(await cancellationsOf(owner)).toMatchObject([
      { reason: 'other', comment: 'No reply for a week.', withdrawnAt: null },
    ]);
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    expect(await cancellationsOf(owner)).toMatchObject([{ withdrawnAt: expect.any(String) }]);
  });

  test('without feedback is no answer to a question', async () => {
    const owner = await subscriber();
    const { id } = await subscriptionOf(owner);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    expect(await cancellationsOf(owner)).toEqual([]);
  });
});

describe('The operator’s list of cancellations (R-OPR-08)', () => {
  test('is paged, newest first, and the rows of each reason are as many as its count', async () => {
    const { items: all } = await operator.cancellations.getAllOfAll();
    const first = await operator.cancellations.getAllOfAll({ query: { limit: 3 } });
    const cursor = first.next ?? '';
    const rest = await operator.cancellations.getAllOfAll({ query: { cursor } });
    expect([...first.items, ...rest.items]).toEqual(all);
    const moments = all.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
    for (const { reason, count } of await operator.cancellations.getCounts()) {
      const query = { reason: reason ?? ('none' as const) };
      const { items } = await operator.cancellations.getAllOfAll({ query });
      expect(items).toHaveLength(count);
      expect(items.filter((one) => one.reason !== reason || one.withdrawnAt)).toEqual([]);
    }
  });

  test('ends with the organization', async () => {
    const owner = await subscriber();
    await cancel(owner, { reason: 'other', comment: 'Bye' });
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    expect(await cancellationsOf(owner)).toEqual([]);
  });
});
