import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';
import { reconcileTenant } from './reconcile.ts';
import { disputesOf } from './test/access.ts';
import { connectToSandbox, reconcileAllNow } from './test/fixtures.ts';

const product = await testApplication();
const keeping = await testApplication({ END_LOST_DISPUTES: 'false' });
const { sandbox, stripe } = await connectToSandbox(product);
const { stripe: stripeOfKeeping } = await connectToSandbox(keeping);
const { advance, freezeCustomers } = sandboxControlsOf(product);
const { support, overview } = (await signInOperator(product)).api;
await product.app.listen({ host: '127.0.0.1', port: 0 });

const monthly = { price: 20, tier: 3 };
const lifetime = { price: 50, tier: 3, period: BillingPeriod.Once };
const prices = {
  monthly: await offerProduct(product, monthly),
  lifetime: await offerProduct(product, lifetime),
  daily: await offerProduct(product, { price: 5, tier: 3, period: BillingPeriod.Daily }),
  larger: await offerProduct(product, { price: 25, tier: 4, period: BillingPeriod.Daily }),
  yearly: await offerProduct(product, { price: 200, tier: 3, period: BillingPeriod.Yearly }),
};

/** Tier of the free plan, to which an ended subscription leads. */
const freeTier = 1;
const patience = { timeout: 20_000, interval: 50 };
const disputed = 'pm_card_createDispute';

/** Registers an organization whose payment is disputed; returns its owner and the dispute. */
const register = async (price: string, { app = product, at = stripe, card = disputed } = {}) => {
  const owner = await registerWithPlan(app, price, { subscriptionCardToken: card });
  const { customer } = await owner.api.subscriptions.getCurrent();
  const { data } = await at.charges.list({ customer: customer?.id ?? '' });
  const { data: disputes } = await at.disputes.list({ charge: data[0]?.id ?? '' });
  const reconcile = () => reconcileTenant(app.context, trusted.tenantId(owner.tenant));
  return { owner, customer: customer?.id ?? '', dispute: disputes[0]?.id ?? '', reconcile };
};

/** Replaces the card at the provider, as its portal does. */
async function replaceCard(customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** Accepts each dispute of a customer's payments. */
async function loseDisputes(customer: string) {
  for (const { id, status } of await disputesOf(stripe, customer)) {
    if (status === 'needs_response') await stripe.disputes.close(id);
  }
}

const liveOf = async (customer: string) =>
  (await stripeOfKeeping.subscriptions.list({ customer })).data[0]?.id ?? '';

const tierOf = async ({ tenant }: TestMember, app = product) => {
  const { rows } = await app.open.owner.query<{ tier: number }>(
    'select tier from app.entitlement($1)',
    [tenant],
  );
  return rows[0]?.tier;
};

const stateOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).invoices.map(({ dispute }) => dispute);

const subjectsTo = async (recipient: string, organization = '%') => {
  const { rows } = await product.open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 and (subject like $2) order by subject',
    [recipient, organization],
  );
  return rows.map(({ subject }) => subject);
};

const revenueOf = async ({ tenant }: TestMember) => {
  const { rows } = await product.open.owner.query<{ after: number }>(
    'select after::int from revenue_movements where tenant_id = $1 order by id',
    [tenant],
  );
  return rows.map(({ after }) => after);
};

beforeEach(freezeCustomers);

describe('A disputed payment (R-SUB-02)', () => {
  test('is shown, reported to the operator once, and leaves access while it is open', async () => {
    const { owner, reconcile } = await register(prices.monthly);
    await reconcile();
    await reconcile();
    expect(await stateOf(owner)).toEqual(['open']);
    expect(await tierOf(owner)).toBe(3);
    const params = { id: owner.tenant };
    const { invoices, tenant } = await support.get({ params });
    expect(invoices).toMatchObject([{ dispute: 'open', refunded: 0 }]);
    const { email } = product.context.config.operator;
    expect(await subjectsTo(email, `%${tenant.name}%`)).toEqual([
      `${tenant.name} disputes a payment`,
    ]);
    const body = { invoiceId: invoices[0]?.id ?? '', reason: 'They asked for it.' };
    expect(await failureCodeOf(support.refund({ params, body }))).toBe('support.notRefundable');
    await owner.api.subscriptions.cancel({ body: {} });
  });

  test('that is lost ends the subscription, as its event tells', async () => {
    const { owner, dispute } = await register(prices.monthly);
    await sandbox.whenDelivered();
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } });
    await sandbox.whenDelivered();
    await expect.poll(() => tierOf(owner), patience).toBe(freeTier);
    expect(await revenueOf(owner)).toEqual([24_000, 0]);
    expect(await stateOf(owner)).toEqual(['lost']);
    const url = `/sandbox/mail.json?to=${owner.user.email}`;
    const mails = () => product.app.inject(url).then(({ body }) => body);
    await expect.poll(mails, patience).toContain('O banco devolveu um pagamento contestado');
  });

  test('of a period that is over leaves the later one, which was paid, when it is lost', async () => {
    const { owner, customer, dispute, reconcile } = await register(prices.daily);
    await replaceCard(customer, 'pm_card_visa');
    await advance(3);
    await stripe.disputes.close(dispute);
    await reconcile();
    expect(await stateOf(owner)).toContain('lost');
    expect(await tierOf(owner)).toBe(3);
    await owner.api.subscriptions.cancel({ body: {} });
    const told = await product.app.inject(`/sandbox/mail.json?to=${owner.user.email}`);
    expect(told.body).not.toContain('O banco devolveu');
  });

  test('of the rest of a period that is over leaves the renewal, too', async () => {
    const owner = await registerWithPlan(product, prices.daily, {
      subscriptionCardToken: 'pm_card_visa',
    });
    const { customer } = await owner.api.subscriptions.getCurrent();
    await owner.api.subscriptions.update({
      body: { subscriptionPriceId: prices.larger, subscriptionCardToken: 'pm_card_createDispute' },
    });
    await replaceCard(customer?.id ?? '', 'pm_card_visa');
    await advance(2);
    await loseDisputes(customer?.id ?? '');
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    expect(await tierOf(owner)).toBe(4);
  });

  test('of the renewal ends the subscription when it is lost', async () => {
    const owner = await registerWithPlan(product, prices.monthly, {
      subscriptionCardToken: 'pm_card_visa',
    });
    const { customer } = await owner.api.subscriptions.getCurrent();
    await replaceCard(customer?.id ?? '', 'pm_card_createDispute');
    await advance(32);
    await loseDisputes(customer?.id ?? '');
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    expect(await tierOf(owner)).toBe(freeTier);
  });

  test('of a year that another plan was paid with ends that plan when it is lost', async () => {
    const { owner, customer, dispute, reconcile } = await register(prices.yearly);
    await replaceCard(customer, 'pm_card_visa');
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: prices.monthly } });
    await stripe.disputes.close(dispute);
    await reconcile();
    expect(await tierOf(owner)).toBe(freeTier);
  });

  test('that is lost while no event arrives is found by the scheduled run', async () => {
    const { owner, dispute } = await register(prices.monthly);
    await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
    await stripe.disputes.close(dispute);
    expect(await tierOf(owner)).toBe(3);
    await sandbox.setDeliveryMode({ mode: 'normal', delaySeconds: 0 });
    await reconcileAllNow(product);
    await expect.poll(() => tierOf(owner), patience).toBe(freeTier);
  });

  test('that is lost ends a one-time purchase once, and a plan can be chosen again', async () => {
    const { owner, dispute, reconcile } = await register(prices.lifetime);
    expect(await tierOf(owner)).toBe(3);
    await stripe.disputes.close(dispute);
    await reconcile();
    await reconcile();
    expect(await tierOf(owner)).toBe(freeTier);
    const ends = await subjectsTo(owner.user.email, '% terminou');
    expect(ends).toHaveLength(1);
    await owner.api.subscriptions.updateCardToken({ params: { token: 'pm_card_visa' } });
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: prices.monthly } });
    await reconcile();
    expect(await tierOf(owner)).toBe(3);
  });

  test('that is won changes nothing', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } });
    await reconcile();
    expect(await stateOf(owner)).toEqual([null]);
    expect(await tierOf(owner)).toBe(3);
  });

  test('that is lost is not named as the cause of an end that it did not cause', async () => {
    const price = await offerProduct(keeping, monthly);
    const made = await register(price, { app: keeping, at: stripeOfKeeping });
    await stripeOfKeeping.disputes.close(made.dispute);
    await stripeOfKeeping.subscriptions.cancel(await liveOf(made.customer));
    await made.reconcile();
    expect(await tierOf(made.owner, keeping)).toBe(freeTier);
    const url = `/sandbox/mail.json?to=${made.owner.user.email}`;
    const mails = () => keeping.app.inject(url).then(({ body }) => body);
    await expect.poll(mails, patience).toContain(' agora está no ');
    expect(await mails()).not.toContain('O banco devolveu');
  });

  test('that is lost keeps access if the operator chose so', async () => {
    for (const offer of [monthly, lifetime]) {
      const price = await offerProduct(keeping, offer);
      const made = await register(price, { app: keeping, at: stripeOfKeeping });
      await stripeOfKeeping.disputes.close(made.dispute);
      await made.reconcile();
      expect(await stateOf(made.owner)).toEqual(['lost']);
      expect(await tierOf(made.owner, keeping)).toBe(3);
    }
  });
});

describe('An operator (R-SUP-12)', () => {
  const reason = 'They used the plan.';
  const tasksOf = async ({ tenant }: TestMember) =>
    (await overview.getTasks()).tasks.filter((task) => task.tenant.id === tenant);

  const openDisputeOf = async ({ tenant }: TestMember) =>
    (await support.get({ params: { id: tenant } })).disputes[0]?.id ?? '';
  const answerTo = (owner: TestMember, disputeId: string, explanation: string | null) =>
    support.answerDispute({
      params: { id: owner.tenant },
      body: { disputeId, explanation, reason },
    });

  test('finds the dispute with its deadline, and answers it once', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const params = { id: owner.tenant };
    const { disputes, invoices } = await support.get({ params });
    const { evidence_details: details } = await stripe.disputes.retrieve(dispute);
    const answerDueAt = new Date((details.due_by ?? 0) * 1_000).toISOString();
    const number = invoices[0]?.number;
    expect(disputes).toMatchObject([
      { invoice: number, amount: 2_000, currency: 'usd', reason: 'fraudulent', answerDueAt },
    ]);
    expect(await tasksOf(owner)).toMatchObject([
      { kind: 'dispute', at: answerDueAt, note: number },
    ]);

    const send = () => answerTo(owner, disputes[0]?.id ?? '', 'winning_evidence');
    const sent = await Promise.allSettled(Array.from({ length: 5 }, send));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals.map(({ code }) => code)).toEqual(Array(4).fill('support.alreadyAnswered'));
    const { evidence, status } = await stripe.disputes.retrieve(dispute);
    expect(status).toBe('won');
    expect(evidence).toMatchObject({
      uncategorized_text: 'winning_evidence',
      product_description: expect.stringMatching(/./),
      service_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const after = await support.get({ params });
    expect(after.disputes).toEqual([]);
    expect(after.actions).toMatchObject([
      { kind: 'dispute_answered', reason, amount: 2_000, currency: 'usd', invoice: number },
    ]);
    expect(await tasksOf(owner)).toEqual([]);
    expect(await failureCodeOf(send())).toBe('support.alreadyAnswered');
    expect(await tierOf(owner)).toBe(3);
  });

  test('accepts it, which ends what it paid for', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const { actions } = await answerTo(owner, await openDisputeOf(owner), null);
    expect(actions).toMatchObject([{ kind: 'dispute_accepted', reason }]);
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('lost');
    await expect.poll(() => tierOf(owner), patience).toBe(freeTier);
  });

  test('answers again after a failure that the provider stored, and records the answer once', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const id = await openDisputeOf(owner);
    await sandbox.setFaults({ next: ['stored-500'], count: 1 });
    const failed = answerTo(owner, id, 'They used it.');
    expect(await failureCodeOf(failed)).toBe('billing.providerUnavailable');
    const again = () => answerTo(owner, id, 'They used it every day.');
    expect(await failureCodeOf(again())).toBe('support.alreadyAnswered');
    await reconcileAllNow(product);
    const { actions } = await again();
    expect(actions).toMatchObject([{ kind: 'dispute_answered' }]);
    const { evidence } = await stripe.disputes.retrieve(dispute);
    expect(evidence.uncategorized_text).toBe('They used it every day.');
  });

  test('gets an answer recorded that arrived although its result was unknown', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const id = await openDisputeOf(owner);
    await sandbox.setFaults({ next: ['stored-500'], count: 1 });
    await failureCodeOf(answerTo(owner, id, 'They used it.'));
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'They used it.' } });
    await reconcile();
    await reconcile();
    const { actions, disputes } = await support.get({ params: { id: owner.tenant } });
    expect(actions).toMatchObject([{ kind: 'dispute_answered', reason }]);
    expect(disputes).toEqual([]);
  });

  test('is refused for a dispute that was answered at the provider, and records nothing', async () => {
    const { owner, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const id = await openDisputeOf(owner);
    await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'Answered there.' } });
    expect(await failureCodeOf(answerTo(owner, id, 'Late.'))).toBe('billing.refused');
    await sandbox.setDeliveryMode({ mode: 'normal', delaySeconds: 0 });
    expect(await tasksOf(owner)).toEqual([]);
    expect((await support.get({ params: { id: owner.tenant } })).actions).toEqual([]);
  });

  test('answers it, too, when the customer was deleted at the provider', async () => {
    const { owner, customer, dispute, reconcile } = await register(prices.monthly);
    await reconcile();
    const id = await openDisputeOf(owner);
    await stripe.customers.del(customer);
    await reconcile();
    await answerTo(owner, id, 'They used it.');
    const { status, evidence } = await stripe.disputes.retrieve(dispute);
    expect(status).toBe('under_review');
    expect(evidence.product_description ?? null).toBeNull();
  });

  test('reads an inquiry as a question, which may become a dispute', async () => {
    const { owner, reconcile } = await register(prices.monthly, {
      card: 'pm_card_createDisputeInquiry',
    });
    await reconcile();
    const params = { id: owner.tenant };
    const { disputes, invoices, tenant } = await support.get({ params });
    expect(disputes).toMatchObject([{ isInquiry: true }]);
    expect(invoices).toMatchObject([{ dispute: null }]);
    expect(await tasksOf(owner)).toMatchObject([{ kind: 'inquiry' }]);
    const { email } = product.context.config.operator;
    const asked = `A bank asks about a payment of ${tenant.name}`;
    expect(await subjectsTo(email, `%${tenant.name}%`)).toEqual([asked]);
    const id = await openDisputeOf(owner);
    expect(await failureCodeOf(answerTo(owner, id, null))).toBe('validation');

    const { actions } = await answerTo(owner, id, 'escalate_inquiry_evidence');
    expect(actions).toMatchObject([{ kind: 'inquiry_answered', reason }]);
    const after = await support.get({ params });
    expect(after.disputes).toMatchObject([{ id, isInquiry: false }]);
    expect(after.invoices).toMatchObject([{ dispute: 'open' }]);
    expect(await tasksOf(owner)).toMatchObject([{ kind: 'dispute' }]);
    expect(await subjectsTo(email, `%${tenant.name}%`)).toEqual([
      asked,
      `${tenant.name} disputes a payment`,
    ]);
  });

  test('has no task once the deadline is over', async () => {
    const { owner, reconcile } = await register(prices.yearly);
    await reconcile();
    await advance(8);
    await reconcile();
    expect(await tasksOf(owner)).toEqual([]);
    const params = { id: owner.tenant };
    expect((await support.get({ params })).disputes).toEqual([]);
  });
});
