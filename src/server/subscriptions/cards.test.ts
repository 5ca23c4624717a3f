import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { vouch } from '#server/database/ids.ts';
import { convergeTenant } from '#server/payments/converge.ts';
import { type Member, priceOf, registerOwner, testProduct } from '#server/testing.ts';
import {
  booksOfCustomer,
  cards,
  codeOf,
  doorsOf,
  offer,
  refusal,
  registerWith,
  takenOf,
} from './test-subscriptions.ts';

const product = await testProduct();
const doors = doorsOf(product);
const free = await priceOf(product, 'Starter', BillingPeriod.Once);
const price = await offer(product, { price: 10, maxUsers: 3 });
const withCard = { subscriptionCardToken: cards.good };

const use = ({ api }: Member, token: string) =>
  api.subscriptions.updateCardToken({ params: { token } });
const current = ({ api }: Member) => api.subscriptions.getCurrent();
const follow = ({ tenant }: Member) => convergeTenant(product.house, vouch.tenant(tenant));

describe('Changing the card (R-SUB-08)', () => {
  test('makes the new card the default and removes the old one', async () => {
    const owner = await registerWith(product, price, withCard);
    const { cards: kept } = await use(owner, cards.other);
    expect(kept).toMatchObject([{ brand: 'mastercard', lastFourDigits: '4444' }]);
  });

  test('stores a card for an organization that never paid, and charges it later', async () => {
    const owner = await registerWith(product, free);
    const { customer } = await use(owner, cards.good);
    expect(customer).not.toBeNull();
    const body = { subscriptionPriceId: price };
    const { activeProduct } = await owner.api.subscriptions.update({ body });
    expect(activeProduct?.status).toBe('active');
  });

  test.each([
    ['declined', cards.declined, 'billing.cardDeclined'],
    ['that is none', 'pm_none', 'billing.invalidCard'],
  ])('keeps the old card when the new one is %s', async (_what, token, code) => {
    const owner = await registerWith(product, price, withCard);
    const before = await current(owner);
    expect(await codeOf(use(owner, token))).toBe(code);
    expect((await current(owner)).cards).toEqual(before.cards);
  });

  test('continues with the same call once the card is authenticated', async () => {
    const owner = await registerWith(product, price, withCard);
    const { code, params } = await refusal(use(owner, cards.confirms));
    expect(code).toBe('billing.authenticationRequired');
    await doors.confirm(params['clientSecret']);
    const { cards: kept } = await use(owner, cards.confirms);
    expect(kept).toMatchObject([{ lastFourDigits: '3184' }]);
  });

  test('charges what is overdue and reactivates the plan', async () => {
    const owner = await registerWith(product, price, withCard);
    const { customer } = await use(owner, cards.failsLater);
    await doors.advance(32);
    await follow(owner);
    expect((await current(owner)).activeProduct?.status).toBe('past_due');
    const { activeProduct } = await use(owner, cards.good);
    expect(activeProduct?.status).toBe('active');
    const { invoices } = await booksOfCustomer(product, customer?.id);
    expect(takenOf(invoices)).toBe(2_000);
  });
});

describe('Card numbers (R-SUB-17)', () => {
  const number = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2040, cvc: '123' };

  test('become a token in the sandbox, which can be charged', async () => {
    const { id } = await product.anyone.subscriptions.createCardToken({ body: number });
    const owner = await registerWith(product, price, { subscriptionCardToken: id });
    expect((await current(owner)).cards).toMatchObject([
      { lastFourDigits: '4242', expiryMonth: 12, expiryYear: 2040 },
    ]);
  });

  test('are stored immediately by UpdateCard', async () => {
    const owner = await registerWith(product, price, withCard);
    const body = { ...number, number: '5555 5555 5555 4444'.replaceAll(' ', '') };
    const { cards: kept } = await owner.api.subscriptions.updateCard({ body });
    expect(kept).toMatchObject([{ brand: 'mastercard' }]);
  });

  test('are declined when invalid', async () => {
    const body = { ...number, number: '4242424242424241' };
    expect(await codeOf(product.anyone.subscriptions.createCardToken({ body }))).toBe(
      'billing.cardDeclined',
    );
  });
});

describe('Coupons (R-SUB-12)', () => {
  const ask = (code: string, currency: 'usd' | 'eur' = 'usd') =>
    product.anyone.subscriptions.getCoupon({ params: { code, currency } });

  test('show their discount', async () => {
    const { code } = await doors.coupon({ amountOff: 255, currency: 'eur', maxRedemptions: 5 });
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
    });
    expect(await codeOf(ask(code))).toBe('billing.invalidCoupon');
  });

  test('return a reason when unknown, inactive or used up', async () => {
    const over = await doors.coupon({ percentOff: 5, active: false });
    const once = await doors.coupon({ percentOff: 5, maxRedemptions: 1 });
    await registerWith(product, price, { ...withCard, subscriptionCoupon: once.code });
    expect(await codeOf(ask('NOPE'))).toBe('billing.invalidCoupon');
    expect(await codeOf(ask(over.code))).toBe('billing.couponInactive');
    expect(await codeOf(ask(once.code))).toBe('billing.couponMaxRedeems');
  });
});

describe('The provider’s portal (R-SUB-18)', () => {
  test('opens for a customer, and is refused before the first payment', async () => {
    const owner = await registerWith(product, price, withCard);
    const { url } = await owner.api.subscriptions.createPortalSession();
    expect(url).toMatch(/^https?:\/\//);
    const other = await registerWith(product, free);
    expect(await codeOf(other.api.subscriptions.createPortalSession())).toBe('billing.noCustomer');
  });
});

describe('While the provider does not answer (R-REL-04)', () => {
  test('the subscription page says so and shows our rows; payments and deletions are refused', async () => {
    const owner = await registerWith(product, price, withCard);
    await doors.faults(['500'], 1_000);
    expect(await current(owner)).toMatchObject({
      activeProduct: { status: 'active' },
      cards: [],
      invoices: [],
      providerReached: false,
    });
    const { api, tenant } = owner;
    for (const attempt of [
      () => use(owner, cards.other),
      () => api.subscriptions.cancel({ body: {} }),
      () => api.tenants.remove({ params: { id: tenant } }),
      () => api.users.removeSelf(),
    ]) {
      expect(await codeOf(attempt())).toBe('billing.providerUnavailable');
    }
    await doors.faults([]);
    expect((await api.tenants.getCurrent()).id).toBe(tenant);
  });

  test('deleting an organization cancels its subscription first (R-ORG-09)', async () => {
    const owner = await registerWith(product, price, withCard);
    const { customer } = await current(owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const { subscriptions } = await booksOfCustomer(product, customer?.id);
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('Access to payment details (R-SUB-14)', () => {
  test('shows cards and invoices to owners and admins only', async () => {
    const owner = await registerWith(product, price, withCard);
    const guest = await registerOwner(product, { plan: 'Starter' });
    await product.open.owner.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, 2, 1)`,
      [owner.tenant, guest.user.id],
    );
    const theirs = product.callerOf({ ...guest.headers, 'x-tenant-key': owner.tenant });
    const seen = await theirs.subscriptions.getCurrent();
    expect(seen).toMatchObject({ activeProduct: { active: true }, cards: [], invoices: [] });
    expect(await codeOf(theirs.subscriptions.cancel({ body: {} }))).toBe('tenant.onlyAdmin');
  });
});
