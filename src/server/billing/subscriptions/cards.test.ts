import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import {
  type TestMember,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';
import { resumeOperations } from './service/resume-operations.ts';
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

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const sandboxControls = sandboxControlsOf(product);
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const price = await offerProduct(product, { price: 10, maxUsers: 3 });
const larger = await offerProduct(product, { price: 30, tier: 3, maxUsers: 5 });
const withCard = { subscriptionCardToken: testCards.good };

retryWithoutDelay();

const updateCardWith = ({ api }: TestMember, token: string) =>
  api.subscriptions.updateCardToken({ params: { token } });
const current = ({ api }: TestMember) => api.subscriptions.getCurrent();
const reconcile = ({ tenant }: TestMember) =>
  reconcileTenant(product.context, trusted.tenantId(tenant));

describe('Changing the card (R-SUB-08)', () => {
  test('makes the new card the default and removes the old one', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { cards: kept } = await updateCardWith(owner, testCards.other);
    expect(kept).toMatchObject([{ brand: 'mastercard', lastFourDigits: '4444' }]);
  });

  test('stores a card for an organization that never paid, and charges it later', async () => {
    const owner = await registerWithPlan(product, free);
    const { customer } = await updateCardWith(owner, testCards.good);
    expect(customer).not.toBeNull();
    const body = { subscriptionPriceId: price };
    const { activeProduct } = await owner.api.subscriptions.update({ body });
    expect(activeProduct?.status).toBe('active');
  });

  test.each([
    ['declined', testCards.declined, 'billing.cardDeclined'],
    ['unknown', 'pm_none', 'billing.invalidCard'],
  ])('keeps the old card when the new one is %s', async (_what, token, code) => {
    const owner = await registerWithPlan(product, price, withCard);
    const before = await current(owner);
    expect(await failureCodeOf(updateCardWith(owner, token))).toBe(code);
    expect((await current(owner)).cards).toEqual(before.cards);
  });

  test('continues with the same call once the card is authenticated', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { code, params } = await expectFailure(updateCardWith(owner, testCards.confirms));
    expect(code).toBe('billing.authenticationRequired');
    await sandboxControls.confirm(params['clientSecret']);
    const { cards: kept } = await updateCardWith(owner, testCards.confirms);
    expect(kept).toMatchObject([{ lastFourDigits: '3184' }]);
  });

  test('waits for its authentication while the reconciliation job runs (R-SUB-20)', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { params } = await expectFailure(updateCardWith(owner, testCards.confirms));
    await resumeOperations(product.context);
    await sandboxControls.confirm(params['clientSecret']);
    const { cards: kept } = await updateCardWith(owner, testCards.confirms);
    expect(kept).toMatchObject([{ lastFourDigits: '3184' }]);
  });

  /** Registers an organization and lets its renewal fail. */
  const overdueOwner = async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { customer, cards } = await updateCardWith(owner, testCards.failsLater);
    await sandboxControls.advance(32);
    await reconcile(owner);
    expect((await current(owner)).activeProduct?.status).toBe('past_due');
    return { owner, customer, cards };
  };

  test('ends as undone when an open invoice still waits for its authentication after an hour', async () => {
    const { owner, cards } = await overdueOwner();
    const { params } = await expectFailure(updateCardWith(owner, testCards.confirms));
    await sandboxControls.confirm(params['clientSecret']);
    const { owner: store } = product.open;
    const stateOf = async () => {
      const { rows } = await store.query<{ state: string }>(
        `select state from billing_operations where for_tenant = $1 order by id desc limit 1`,
        [owner.tenant],
      );
      return rows[0]?.state;
    };
    await resumeOperations(product.context);
    expect(await stateOf()).toBe('authenticating');
    await store.query(
      `update billing_operations set created_at = now() - interval '2 hours' where for_tenant = $1`,
      [owner.tenant],
    );
    await resumeOperations(product.context);
    expect(await stateOf()).toBe('undone');
    expect((await current(owner)).cards).toEqual(cards);
  });

  test('is undone when the organization was deleted meanwhile', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { params } = await expectFailure(updateCardWith(owner, testCards.confirms));
    await sandboxControls.confirm(params['clientSecret']);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    await resumeOperations(product.context);
    const { rows } = await product.open.owner.query(
      `select state from billing_operations
       where for_tenant = $1 and kind = 'update_card' and state <> 'done'`,
      [owner.tenant],
    );
    expect(rows).toEqual([{ state: 'undone' }]);
  });

  test('charges what is overdue and reactivates the plan', async () => {
    const { owner, customer } = await overdueOwner();
    const { activeProduct } = await updateCardWith(owner, testCards.good);
    expect(activeProduct?.status).toBe('active');
    const { invoices } = await sandboxRecordsOfCustomer(product, customer?.id);
    expect(totalPaid(invoices)).toBe(2_000);
  });
});

describe('A subscription with a card of its own, which the dashboard sets', () => {
  async function ownerWithOwnCard() {
    const owner = await registerWithPlan(product, price, withCard);
    const customer = (await current(owner)).customer?.id ?? '';
    const [live] = (await stripe.subscriptions.list({ customer })).data;
    const { id: own } = await stripe.paymentMethods.attach(testCards.failsLater, { customer });
    await stripe.subscriptions.update(live?.id ?? '', { default_payment_method: own });
    await reconcile(owner);
    return { owner, customer, id: live?.id ?? '' };
  }

  test('is charged to the card that its owner adds with another plan', async () => {
    const { owner } = await ownerWithOwnCard();
    const changed = await owner.api.subscriptions.update({
      body: { subscriptionPriceId: larger, subscriptionCardToken: testCards.other },
    });
    expect(changed.activeProduct).toMatchObject({
      status: 'active',
      subscriptionPrice: { id: larger },
    });
  });

  test.each([
    ['declined', testCards.failsLater],
    ['left at its authentication', testCards.confirms],
  ])('keeps it when a change of plan with another card is %s', async (_what, token) => {
    const { owner, customer, id } = await ownerWithOwnCard();
    const { id: own } = await stripe.paymentMethods.attach(testCards.other, { customer });
    await stripe.subscriptions.update(id, { default_payment_method: own });
    const body = { subscriptionPriceId: larger, subscriptionCardToken: token };
    const change = () => owner.api.subscriptions.update({ body });
    expect(await failureCodeOf(change())).toMatch(/cardDeclined|authenticationRequired/);
    // Another change takes over from one that waits for its authentication.
    const other = { ...body, subscriptionCardToken: testCards.failsLater };
    await failureCodeOf(owner.api.subscriptions.update({ body: other }));
    const live = await stripe.subscriptions.retrieve(id);
    expect(live.default_payment_method).toBe(own);
    expect(live.items.data[0]?.price.unit_amount).toBe(1_000);
  });

  test('is paid with another card once its own has failed', async () => {
    const { owner, id } = await ownerWithOwnCard();
    const { status } = await stripe.subscriptions.update(id, {
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'none',
    });
    expect(status).toBe('past_due');
    await reconcile(owner);
    const { activeProduct } = await updateCardWith(owner, testCards.other);
    expect(activeProduct?.status).toBe('active');
  });
});

describe('Card numbers (R-SUB-17)', () => {
  const number = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2040, cvc: '123' };

  test('become a token in the sandbox, which can be charged', async () => {
    const { id } = await product.anyone.subscriptions.createCardToken({ body: number });
    const owner = await registerWithPlan(product, price, { subscriptionCardToken: id });
    expect((await current(owner)).cards).toMatchObject([
      { lastFourDigits: '4242', expiryMonth: 12, expiryYear: 2040 },
    ]);
  });

  test('are stored immediately by UpdateCard', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const body = { ...number, number: '5555 5555 5555 4444'.replaceAll(' ', '') };
    const { cards: kept } = await owner.api.subscriptions.updateCard({ body });
    expect(kept).toMatchObject([{ brand: 'mastercard' }]);
  });

  test('are declined when invalid', async () => {
    const body = { ...number, number: '4242424242424241' };
    expect(await failureCodeOf(product.anyone.subscriptions.createCardToken({ body }))).toBe(
      'billing.cardDeclined',
    );
  });
});

describe('Coupons (R-SUB-12)', () => {
  const ask = (code: string, currency: 'usd' | 'eur' = 'usd') =>
    product.anyone.subscriptions.getCoupon({ params: { code, currency } });

  test('show their discount', async () => {
    const { code } = await sandboxControls.coupon({
      amountOff: 255,
      currency: 'eur',
      maxRedemptions: 5,
    });
    expect(await ask(code, 'eur')).toEqual({
      name: code,
      amountOff: 255,
      percentOff: null,
      currency: 'eur',
      valid: true,
      timesRedeemed: 0,
      maxRedemptions: 5,
      minimumAmount: null,
      firstOrderOnly: false,
      restrictedToCustomer: false,
      products: null,
    });
    expect(await failureCodeOf(ask(code))).toBe('billing.invalidCoupon');
  });

  test('return a reason when unknown, inactive or used up', async () => {
    const over = await sandboxControls.coupon({ percentOff: 5, active: false });
    const once = await sandboxControls.coupon({ percentOff: 5, maxRedemptions: 1 });
    await registerWithPlan(product, price, { ...withCard, subscriptionCoupon: once.code });
    expect(await failureCodeOf(ask('NOPE'))).toBe('billing.invalidCoupon');
    expect(await failureCodeOf(ask(over.code))).toBe('billing.couponInactive');
    expect(await failureCodeOf(ask(once.code))).toBe('billing.couponMaxRedeems');
  });
});

describe('The provider’s portal (R-SUB-18)', () => {
  test('opens for a customer, and is refused before the first payment', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { url } = await owner.api.subscriptions.createPortalSession();
    expect(url).toMatch(/^https?:\/\//);
    const other = await registerWithPlan(product, free);
    expect(await failureCodeOf(other.api.subscriptions.createPortalSession())).toBe(
      'billing.noCustomer',
    );
  });

  test('offers neither another plan nor a pause, also after they were switched on in the dashboard', async () => {
    const { api } = await registerWithPlan(product, price, withCard);
    const list = async () => (await stripe.billingPortal.configurations.list()).data;
    await api.subscriptions.createPortalSession();
    const [made] = await list();
    expect(made?.features).toMatchObject({
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_pause: { enabled: false },
      subscription_update: { enabled: false },
    });
    await stripe.billingPortal.configurations.update(made?.id ?? '', {
      features: {
        subscription_cancel: { enabled: true, mode: 'immediately' },
        subscription_pause: { enabled: true },
      },
    });
    await api.subscriptions.createPortalSession();
    const after = await list();
    expect(after.map(({ id, features }) => ({ id, features }))).toEqual([
      { id: made?.id, features: made?.features },
    ]);
  });
});

describe('While the provider does not answer (R-REL-04)', () => {
  test('the subscription page shows a notice and the stored plan; payments and deletions are refused', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    await sandboxControls.faults(['500'], 1_000);
    expect(await current(owner)).toMatchObject({
      activeProduct: { status: 'active' },
      cards: [],
      invoices: [],
      providerReached: false,
    });
    const { api, tenant } = owner;
    for (const attempt of [
      () => updateCardWith(owner, testCards.other),
      () => api.subscriptions.cancel({ body: {} }),
      () => api.tenants.remove({ params: { id: tenant } }),
      () => api.users.removeSelf(),
    ]) {
      expect(await failureCodeOf(attempt())).toBe('billing.providerUnavailable');
    }
    await sandboxControls.faults([]);
    expect((await api.tenants.getCurrent()).id).toBe(tenant);
  });

  test('deleting an organization cancels its subscription first (R-ORG-09)', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const { customer } = await current(owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const { subscriptions } = await sandboxRecordsOfCustomer(product, customer?.id);
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('Access to payment details (R-SUB-14)', () => {
  test('shows cards and invoices to owners and admins only', async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const guest = await registerOwner(product, { plan: 'Starter' });
    await product.open.owner.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 2, 1)`,
      [owner.tenant, guest.user.id],
    );
    const theirs = product.callerOf({ ...guest.headers, 'x-tenant-key': owner.tenant });
    const seen = await theirs.subscriptions.getCurrent();
    expect(seen).toMatchObject({ activeProduct: { active: true }, cards: [], invoices: [] });
    expect(await failureCodeOf(theirs.subscriptions.cancel({ body: {} }))).toBe('tenant.onlyAdmin');
  });
});
