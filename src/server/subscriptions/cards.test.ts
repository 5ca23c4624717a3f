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

describe('Changing the card (section 2)', () => {
  test('the new card pays from now on, and the old one is forgotten', async () => {
    const owner = await registerWith(product, price, withCard);
    const { cards: kept } = await use(owner, cards.other);
    expect(kept).toMatchObject([{ brand: 'mastercard', lastFourDigits: '4444' }]);
  });

  test('an organization that never paid may keep a card, and then needs no other', async () => {
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
  ])('a card %s leaves the old one', async (_what, token, code) => {
    const owner = await registerWith(product, price, withCard);
    const before = await current(owner);
    expect(await codeOf(use(owner, token))).toBe(code);
    expect((await current(owner)).cards).toEqual(before.cards);
  });

  test('a card that wants to be confirmed is used after that, by the same call', async () => {
    const owner = await registerWith(product, price, withCard);
    const { code, params } = await refusal(use(owner, cards.confirms));
    expect(code).toBe('billing.authenticationRequired');
    await doors.confirm(params['clientSecret']);
    const { cards: kept } = await use(owner, cards.confirms);
    expect(kept).toMatchObject([{ lastFourDigits: '3184' }]);
  });

  test('pays what is overdue, and the organization is paid up again', async () => {
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

describe('Card numbers (readings, Wire)', () => {
  const number = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2040, cvc: '123' };

  test('become a token in the sandbox, which pays', async () => {
    const { id } = await product.anyone.subscriptions.createCardToken({ body: number });
    const owner = await registerWith(product, price, { subscriptionCardToken: id });
    expect((await current(owner)).cards).toMatchObject([
      { lastFourDigits: '4242', expiryMonth: 12, expiryYear: 2040 },
    ]);
  });

  test('are used at once by UpdateCard', async () => {
    const owner = await registerWith(product, price, withCard);
    const body = { ...number, number: '5555 5555 5555 4444'.replaceAll(' ', '') };
    const { cards: kept } = await owner.api.subscriptions.updateCard({ body });
    expect(kept).toMatchObject([{ brand: 'mastercard' }]);
  });

  test('that cannot be are declined', async () => {
    const body = { ...number, number: '4242424242424241' };
    expect(await codeOf(product.anyone.subscriptions.createCardToken({ body }))).toBe(
      'billing.cardDeclined',
    );
  });
});

describe('Coupons (sections 4 and 8)', () => {
  const ask = (code: string, currency: 'usd' | 'eur' = 'usd') =>
    product.anyone.subscriptions.getCoupon({ params: { code, currency } });

  test('say what they take off', async () => {
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

  test('that are unknown, over or used up say why', async () => {
    const over = await doors.coupon({ percentOff: 5, active: false });
    const once = await doors.coupon({ percentOff: 5, maxRedemptions: 1 });
    await registerWith(product, price, { ...withCard, subscriptionCoupon: once.code });
    expect(await codeOf(ask('NOPE'))).toBe('billing.invalidCoupon');
    expect(await codeOf(ask(over.code))).toBe('billing.couponInactive');
    expect(await codeOf(ask(once.code))).toBe('billing.couponMaxRedeems');
  });
});

describe('The portal', () => {
  test('is the provider’s page of a customer; who never paid has none', async () => {
    const owner = await registerWith(product, price, withCard);
    const { url } = await owner.api.subscriptions.createPortalSession();
    expect(url).toMatch(/^https?:\/\//);
    const other = await registerWith(product, free);
    expect(await codeOf(other.api.subscriptions.createPortalSession())).toBe('billing.noCustomer');
  });
});

describe('While the provider does not answer', () => {
  test('the screen says so, with what is known; paying and deleting are refused', async () => {
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

  test('deleting an organization ends its subscription first', async () => {
    const owner = await registerWith(product, price, withCard);
    const { customer } = await current(owner);
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const { subscriptions } = await booksOfCustomer(product, customer?.id);
    expect(subscriptions).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('Who sees what', () => {
  test('cards and invoices are for Owner and Admin alone', async () => {
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
