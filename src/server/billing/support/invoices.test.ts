import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import {
  priceIdOf,
  signInOperator,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';

const product = await testApplication();
const sandboxControls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const { support } = (await signInOperator(product)).api;
const price = await offerProduct(product, { price: 10 });
const withTrial = await offerProduct(product, { price: 20, trialDays: 14 });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const reason = 'The service was unavailable on Monday.';

/** Registers an organization that paid, and returns its owner, the path and the invoice. */
const paying = async (card = testCards.good) => {
  const owner = await registerWithPlan(product, price, { subscriptionCardToken: card });
  const { invoices } = await owner.api.subscriptions.getCurrent();
  return { owner, params: { id: owner.tenant }, invoiceId: invoices[0]?.id ?? '' };
};

const refundsOf = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  const { data } = await stripe.charges.list({ customer: customer?.id ?? '' });
  return data.map(({ amount_refunded: amount }) => amount);
};
const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const mailsTo = async ({ user }: TestMember) => {
  const { rows } = await product.open.owner.query<{ subject: string }>(
    'select subject from emails where recipient = $1 order by id desc',
    [user.email],
  );
  return rows.map(({ subject }) => subject);
};

describe('Refunding an invoice (R-SUP-04)', () => {
  test('in parts and then the rest shows what was refunded, and never more than was paid', async () => {
    const { owner, params, invoiceId } = await paying();
    const first = await support.refund({ params, body: { invoiceId, amount: 2.5, reason } });
    expect(first.invoices).toMatchObject([{ id: invoiceId, refunded: 250, total: 1_000 }]);
    const excess = support.refund({ params, body: { invoiceId, amount: 7.51, reason } });
    expect(await failureCodeOf(excess)).toBe('support.refundTooLarge');
    await support.refund({ params, body: { invoiceId, amount: null, reason } });
    const again = support.refund({ params, body: { invoiceId, amount: null, reason } });
    expect(await failureCodeOf(again)).toBe('support.notRefundable');
    expect(await refundsOf(owner)).toEqual([1_000]);
    const { invoices, supportActions } = await owner.api.subscriptions.getCurrent();
    expect(invoices).toMatchObject([{ refunded: 1_000 }]);
    expect(supportActions.map(({ amount }) => amount)).toEqual([750, 250]);
    expect(supportActions[0]).toMatchObject({ invoice: invoices[0]?.number });
    expect(
      (await mailsTo(owner)).filter((subject) => /refund|reembols/i.test(subject)),
    ).toHaveLength(2);
  });

  test('leaves the subscription and the recurring revenue alone', async () => {
    const { owner, params, invoiceId } = await paying();
    const ledger = async () => {
      const { rows } = await product.open.owner.query(
        'select kind, after::int from revenue_movements where tenant_id = $1',
        [owner.tenant],
      );
      return rows;
    };
    const before = await ledger();
    await support.refund({ params, body: { invoiceId, reason } });
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct?.status).toBe('active');
    expect(await ledger()).toEqual(before);
  });

  test('of two operators at the same time refunds no more than was paid', async () => {
    const { owner, params, invoiceId } = await paying();
    const calls = [6, 6, 6, 6].map((amount) =>
      support.refund({ params, body: { invoiceId, amount, reason } }),
    );
    const settled = await Promise.allSettled(calls);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refundsOf(owner)).toEqual([600]);
  });

  test('is refused for an unknown invoice, that of another organization, and one without a payment', async () => {
    const { params } = await paying();
    const other = await paying();
    for (const invoiceId of ['in_unknown', other.invoiceId]) {
      const refused = support.refund({ params, body: { invoiceId, reason } });
      expect(await failureCodeOf(refused)).toBe('notFound');
    }
    const trial = await registerWithPlan(product, withTrial);
    const { invoices } = await trial.api.subscriptions.getCurrent();
    const body = { invoiceId: invoices[0]?.id ?? '', reason };
    const unpaid = support.refund({ params: { id: trial.tenant }, body });
    expect(await failureCodeOf(unpaid)).toBe('support.notRefundable');
  });
});

describe('Sending a receipt again (R-SUP-06)', () => {
  test('mails the same receipt to owners and admins', async () => {
    const { owner, params, invoiceId } = await paying();
    const [first] = await mailsTo(owner);
    const { actions } = await support.resendReceipt({ params, body: { invoiceId, reason } });
    const mails = await mailsTo(owner);
    expect(mails.filter((subject) => subject === first)).toHaveLength(2);
    expect(actions).toMatchObject([{ kind: 'receipt_resent', reason }]);
    const unknown = support.resendReceipt({ params, body: { invoiceId: 'in_x', reason } });
    expect(await failureCodeOf(unknown)).toBe('support.notPaid');
  });
});

describe('Extending a trial (R-SUP-05)', () => {
  test('moves its end at the provider, and the charge with it', async () => {
    const card = { subscriptionCardToken: testCards.good };
    const owner = await registerWithPlan(product, withTrial, card);
    const until = dayFromNow(40);
    const params = { id: owner.tenant };
    const { products } = await support.extendTrial({ params, body: { until, reason } });
    const end = Date.parse(`${until}T23:59:59Z`) / 1_000;
    expect(products[0]).toMatchObject({ status: 'trialing', trialEnds: end });
    expect((await mailsTo(owner))[0]).toMatch(/trial|teste|prueba/i);
    await sandboxControls.advance(20);
    const { activeProduct } = await owner.api.subscriptions.getCurrent();
    expect(activeProduct).toMatchObject({ status: 'trialing', trialEnds: end });
  });

  test('moves the end of one that was canceled in the provider’s portal', async () => {
    const owner = await registerWithPlan(product, withTrial);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const { data } = await stripe.subscriptions.list({ customer: customer?.id ?? '' });
    const { id = '', trial_end: trialEnd = 0 } = data[0] ?? {};
    await stripe.subscriptions.update(id, { cancel_at: trialEnd ?? 0 });
    const until = dayFromNow(70);
    const { products } = await support.extendTrial({
      params: { id: owner.tenant },
      body: { until, reason },
    });
    const end = Date.parse(`${until}T23:59:59Z`);
    expect(products[0]).toMatchObject({
      status: 'trialing',
      trialEnds: end / 1_000,
      endDate: new Date(end).toISOString(),
    });
  });

  test('is refused without a running trial, to an earlier day and beyond two years', async () => {
    const paid = await paying();
    const until = dayFromNow(60);
    const none = support.extendTrial({ params: paid.params, body: { until, reason } });
    expect(await failureCodeOf(none)).toBe('support.noTrial');
    const owner = await registerWithPlan(product, withTrial);
    const refusals = [
      { until: dayFromNow(3), code: 'support.dateTooEarly' },
      { until: dayFromNow(900), code: 'support.dateTooLate' },
    ];
    for (const { until, code } of refusals) {
      const params = { id: owner.tenant };
      const refused = await support
        .extendTrial({ params, body: { until, reason } })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'validation', fields: { until: [code] } });
    }
  });
});

test('support of an unknown organization and of the operator’s own is refused (R-ORG-10)', async () => {
  const body = { amount: 1, reason };
  const unknown = support.credit({ params: { id: crypto.randomUUID() }, body });
  expect(await failureCodeOf(unknown)).toBe('notFound');
  const owner = await registerWithPlan(product, free);
  const members = owner.api.support.credit({ params: { id: owner.tenant }, body });
  expect(await failureCodeOf(members)).toBe('access.operator');
});

test('The receipt of an invoice that credit paid says that nothing was charged (R-SUP-06)', async () => {
  const { owner, params } = await paying();
  await support.credit({ params, body: { amount: 25, reason } });
  await sandboxControls.advance(32);
  const { invoices } = await owner.api.subscriptions.getCurrent();
  await support.resendReceipt({ params, body: { invoiceId: invoices[0]?.id ?? '', reason } });
  expect((await mailsTo(owner))[0]).toMatch(/^Pago com seu crédito/);
});
