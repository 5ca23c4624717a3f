import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { trusted } from '#server/database/isolation/ids.ts';
import { reconcileTenant } from '#server/payments/reconcile.ts';
import { InvalidRequest } from '#server/payments/stripe/errors.ts';
import { connectToSandbox } from '#server/payments/test/fixtures.ts';
import { signInOperator, type TestMember, testApplication } from '#server/test/application.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from './test/fixtures.ts';
import { observeCalls } from './test/observed-client.ts';

/**
 * Checks that a refused or abandoned change of plan leaves everything at the provider and here as it was,
 * whatever the state before, and that the next calls succeed (R-SUB-03, R-SUB-13).
 */
const product = await testApplication({ INSTANCES: '1' });
const { confirm } = sandboxControlsOf(product);
const { stripe, sandbox } = await connectToSandbox(product);
const operator = await signInOperator(product);
const small = await offerProduct(product, { price: 10, maxUsers: 0 });
const large = await offerProduct(product, { price: 30, tier: 3, maxUsers: 0 });
const withCard = { subscriptionCardToken: testCards.good };

type Coupon = NonNullable<Parameters<typeof stripe.coupons.create>[0]>;

/** Creates a promotion code; `uses` limits its redemptions. */
const newCode = async (given: Coupon, uses?: number) => {
  const { id: coupon } = await stripe.coupons.create(given);
  return stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon },
    code: `R${randomUUID().slice(0, 8)}`,
    ...(uses && { max_redemptions: uses }),
  });
};
const second = await newCode({ percent_off: 10, duration: 'once' });

const customerOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).customer?.id ?? '';

/** Returns what the provider and our pages say of an organization, without the records of the refusal itself. */
async function stateOf(owner: TestMember) {
  const customer = await customerOf(owner);
  const [subscriptions, cards, codes, known, current] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', expand: ['data.discounts'] }),
    stripe.paymentMethods.list({ customer }),
    stripe.promotionCodes.list({ limit: 100 }),
    stripe.customers.retrieve(customer),
    owner.api.subscriptions.getCurrent(),
  ]);
  const { balance, invoice_settings: settings } = known as Exclude<typeof known, { deleted: true }>;
  const { data: actions } = await stripe.events.list({ type: 'customer.discount.created' });
  return {
    subscriptions: subscriptions.data.map(({ latest_invoice: _latest, ...rest }) => rest),
    cards: cards.data.map(({ id }) => id),
    redeemed: codes.data.map(({ id, times_redeemed: times }) => [id, times]),
    discounts: actions.length,
    balance,
    defaultCard: settings.default_payment_method,
    current,
  };
}

const registered = (code?: string) =>
  registerWithPlan(product, small, { ...withCard, ...(code && { subscriptionCoupon: code }) });

const byPortal = async (owner: TestMember) => {
  const { url } = await owner.api.subscriptions.createPortalSession();
  const session = new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? '';
  const [live] = (await stripe.subscriptions.list({ customer: await customerOf(owner) })).data;
  await sandbox.portal.cancelAtPeriodEnd(session, live?.id ?? '', true);
  await owner.api.subscriptions.getCurrent();
};

const forever: Coupon = { percent_off: 50, duration: 'forever' };
const states: Record<string, () => Promise<TestMember>> = {
  'nothing special': () => registered(),
  'a discount whose code is used up': async () => registered((await newCode(forever, 1)).code),
  'a discount whose code was switched off': async () => {
    const { id, code } = await newCode(forever);
    const owner = await registered(code);
    await stripe.promotionCodes.update(id, { active: false });
    return owner;
  },
  'a discount for two months': async () =>
    registered(
      (await newCode({ percent_off: 50, duration: 'repeating', duration_in_months: 2 })).code,
    ),
  'a scheduled end': async () => {
    const owner = await registered();
    await owner.api.subscriptions.cancel({
      body: { atPeriodEnd: true, reason: 'too_expensive', comment: 'Later perhaps' },
    });
    return owner;
  },
  'an end scheduled in the portal': async () => {
    const owner = await registered();
    await byPortal(owner);
    return owner;
  },
  'a credit': async () => {
    const owner = await registered();
    const credit = { amount: -700, currency: 'usd' };
    await stripe.customers.createBalanceTransaction(await customerOf(owner), credit);
    return owner;
  },
  'a granted plan': async () => {
    const owner = await registered();
    const body = { subscriptionPriceId: small, until: null, reason: 'They report bugs.' };
    await operator.api.support.grantPlan({ params: { id: owner.tenant }, body });
    return owner;
  },
  'a failed renewal': async () => {
    const owner = await registered();
    const customer = await customerOf(owner);
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const invoice_settings = { default_payment_method: failing.id };
    await stripe.customers.update(customer, { invoice_settings });
    const [live] = (await stripe.subscriptions.list({ customer })).data;
    const { status } = await stripe.subscriptions.update(live?.id ?? '', {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
    });
    expect(status).toBe('past_due');
    await reconcileTenant(product.context, trusted.tenantId(owner.tenant));
    expect((await owner.api.subscriptions.getCurrent()).activeProduct?.status).toBe('past_due');
    return owner;
  },
};

const change = ({ api }: TestMember, more: Record<string, unknown>) =>
  api.subscriptions.update({
    body: { subscriptionPriceId: large, subscriptionCoupon: second.code, ...more },
  });

const refusals: Record<string, (owner: TestMember) => Promise<unknown>> = {
  'a declined card': async (owner) => {
    const refused = change(owner, { subscriptionCardToken: testCards.failsLater });
    expect(await failureCodeOf(refused)).toBe('billing.cardDeclined');
  },
  'a failed authentication': async (owner) => {
    const card = { subscriptionCardToken: testCards.confirms };
    const { code, params } = await expectFailure(change(owner, card));
    expect(code).toBe('billing.authenticationRequired');
    await confirm(params['clientSecret'], 'fail');
    const again = change(owner, { ...card, intentId: params['intentId'] });
    // What is owed is charged first, and declined.
    expect(['billing.authenticationFailed', 'billing.cardDeclined']).toContain(
      await failureCodeOf(again),
    );
  },
};

describe.each(Object.keys(states))('after %s', (state) => {
  test.each(Object.keys(refusals))(
    '%s changes nothing, and the next calls succeed',
    async (how) => {
      const owner = (await states[state]?.()) as TestMember;
      const before = await stateOf(owner);
      await refusals[how]?.(owner);
      expect(await stateOf(owner)).toEqual(before);
      await change(owner, withCard);
      const { activeProduct } = await owner.api.subscriptions.getCurrent();
      expect(activeProduct).toMatchObject({ subscriptionPrice: { id: large }, endDate: null });
      await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
    },
  );

  test('an abandoned authentication is no obstacle to a cancellation', async () => {
    const owner = (await states[state]?.()) as TestMember;
    const { discounts: _, ...before } = await stateOf(owner);
    await expectFailure(change(owner, { subscriptionCardToken: testCards.confirms }));
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.other } });
    const { redeemed, subscriptions } = await stateOf(owner);
    // The other card pays what is owed.
    const paid = before.subscriptions.map((one) => ({ ...one, status: 'active' }));
    expect({ redeemed, subscriptions }).toEqual({
      redeemed: before.redeemed,
      subscriptions: paid,
    });
    await owner.api.subscriptions.cancel({ body: { atPeriodEnd: true } });
  });
});

describe('A scheduled end', () => {
  const offered = async (plan: string, active: boolean) => {
    const { rowCount } = await product.open.owner.query(
      'update subscription_prices set active = $2 where id = $1',
      [plan, active],
    );
    expect(rowCount).toBe(1);
  };

  test.each(['a scheduled end', 'an end scheduled in the portal'])(
    'is removed by choosing the plan again, with nothing due: %s',
    async (state) => {
      const owner = (await states[state]?.()) as TestMember;
      const customer = await customerOf(owner);
      const end = async () => (await stripe.subscriptions.list({ customer })).data[0]?.cancel_at;
      expect(await end()).not.toBeNull();
      const other = await registerWithPlan(product, large, withCard);
      await offered(small, false);
      const query = { subscriptionPriceId: small };
      const preview = await owner.api.subscriptions.getUpcomingInvoice({ query });
      expect(preview).toMatchObject({ amountDue: 0, nextRenewal: { amount: 1_000 } });
      // Only the organization that has the plan may resume it.
      const refused = other.api.subscriptions.update({ body: query });
      expect(await failureCodeOf(refused)).toBe('billing.invalidSubscription');
      const resumed = await owner.api.subscriptions.update({ body: { ...query, amountDue: 0 } });
      await offered(small, true);
      expect(resumed.activeProduct).toMatchObject({ endDate: null, cancelledAt: null });
      expect(resumed.invoices).toHaveLength(1);
      expect(await end()).toBeNull();
    },
  );
});

test('An amount that differs from the shown one is refused before the charge', async () => {
  const owner = await registered();
  const query = { subscriptionPriceId: large };
  const shown = await owner.api.subscriptions.getUpcomingInvoice({ query });
  await owner.api.subscriptions.cancel({ body: { atPeriodEnd: false } });
  const { amountDue = null, prorationDate = null } = shown ?? {};
  const body = { ...query, amountDue, prorationDate };
  const before = await owner.api.subscriptions.getCurrent();
  expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe(
    'billing.previewExpired',
  );
  expect(await owner.api.subscriptions.getCurrent()).toEqual(before);
  const again = await owner.api.subscriptions.getUpcomingInvoice({ query });
  const changed = await owner.api.subscriptions.update({
    body: { ...query, amountDue: again?.amountDue ?? null },
  });
  expect(changed.invoices[0]).toMatchObject({ amountPaid: again?.amountDue });
});

test('a reversal that the provider refuses ends as failed and admits the next change', async () => {
  const owner = await registered();
  const { context } = product;
  const real = context.stripe;
  const refused = new InvalidRequest('The charge is disputed', { code: null, param: null });
  context.stripe = observeCalls(real, {
    before: (_step, verb) => {
      if (verb === 'reverseInvoice') throw refused;
    },
  });
  const declined = change(owner, { subscriptionCardToken: testCards.failsLater });
  expect(await failureCodeOf(declined)).toBe('billing.cardDeclined');
  context.stripe = real;
  await change(owner, withCard);
  const { rows } = await product.open.owner.query(
    'select state from billing_intents where for_tenant = $1 order by id',
    [owner.tenant],
  );
  expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'done']);
});
