import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#contract/errors.ts';
import { BillingPeriod } from '#contract/periods.ts';
import {
  type TestMember,
  priceIdOf,
  registerOwner,
  testApplication,
} from '#server/test/application.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  registrationBody,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
} from './test/fixtures.ts';

/** One trial for each organization and person, and for a card that a trial starts with (R-SUB-06). */
const product = await testApplication({ INSTANCES: '1' });
const { anyone } = product;
const sandboxControls = sandboxControlsOf(product);
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const trial = await priceIdOf(product, 'Pro', BillingPeriod.Monthly);
const otherTrial = await priceIdOf(product, 'Unlimited', BillingPeriod.Monthly);
const paid = await offerProduct(product, { price: 10, tier: 2, maxUsers: 3 });
const withCard = { subscriptionCardToken: testCards.good };

beforeEach(sandboxControls.freezeCustomers);

const update = ({ api }: TestMember, price: string, more: Record<string, unknown> = {}) =>
  api.subscriptions.update({ body: { subscriptionPriceId: price, ...more } });
const preview = ({ api }: TestMember, price: string) =>
  api.subscriptions.getUpcomingInvoice({ query: { subscriptionPriceId: price } });
const current = ({ api }: TestMember) => api.subscriptions.getCurrent();
const addCard = ({ api }: TestMember, token: string) =>
  api.subscriptions.updateCardToken({ params: { token } });
const create = ({ api }: TestMember, given: Record<string, unknown> = {}) =>
  api.tenants.create({
    body: {
      name: `Another ${randomUUID()}`,
      selectedSubscription: { subscriptionPriceId: trial, ...given },
    },
  });
/** Expects that the plan starts without a trial, and that the preview says so. */
const expectNoTrial = async (owner: TestMember) => {
  expect(await current(owner)).toMatchObject({ trialAvailable: false });
  expect(await preview(owner, trial)).toMatchObject({ amountDue: 100 });
  const { activeProduct } = await update(owner, trial);
  expect(activeProduct).toMatchObject({ status: 'active', trialEnds: null });
};

describe('The one trial (R-SUB-06)', () => {
  test('belongs to a person: another organization gets none, with or without a card', async () => {
    const owner = await registerWithPlan(product, trial);
    expect(await failureCodeOf(create(owner))).toBe('billing.trialUsed');
    const { user } = await create(owner, withCard);
    const [held] = user.currentTenant?.products ?? [];
    expect(held).toMatchObject({ status: 'active', trialEnds: null });
  });

  test('is granted once when a person creates ten organizations concurrently', async () => {
    const owner = await registerWithPlan(product, starter);
    const codes = await Promise.all(
      Array.from({ length: 10 }, () =>
        create(owner).then(
          () => 'created',
          (error: Failure) => error.code,
        ),
      ),
    );
    const refused = Array.from({ length: 9 }, () => 'billing.trialUsed');
    expect(codes.toSorted()).toEqual([...refused, 'created']);
  });

  test('belongs to all addresses of a mailbox, whatever their case or tag', async () => {
    const body = registrationBody(trial);
    const [name, domain] = body.email.split('@');
    await anyone.accounts.register({ body });
    for (const email of [`${name}+again@${domain}`, `${name?.toUpperCase()}+2@${domain}`]) {
      const again = anyone.accounts.register({ body: { ...registrationBody(trial), email } });
      expect(await failureCodeOf(again)).toBe('billing.trialUsed');
    }
  });

  test('belongs to a card that is on file before the plan is chosen', async () => {
    const first = await registerWithPlan(product, starter);
    await addCard(first, testCards.other);
    await update(first, trial);
    expect((await current(first)).activeProduct?.status).toBe('trialing');
    const second = await registerWithPlan(product, starter);
    await addCard(second, testCards.other);
    await expectNoTrial(second);
  });

  test('belongs to a card that a trial starts with, by every call that starts one', async () => {
    const given = { subscriptionCardToken: 'pm_card_unionpay' };
    await registerWithPlan(product, trial, given);
    const register = anyone.accounts.register({ body: registrationBody(trial, given) });
    expect(await failureCodeOf(register)).toBe('billing.trialUsed');
    const owner = await registerWithPlan(product, starter);
    expect(await failureCodeOf(create(owner, given))).toBe('billing.trialUsed');
    expect(await failureCodeOf(update(owner, trial, given))).toBe('billing.trialUsed');
    // The refusals leave no card and no claim: the person and the organization still have their trial.
    expect(await current(owner)).toMatchObject({ cards: [], trialAvailable: true });
    expect((await update(owner, trial)).activeProduct?.status).toBe('trialing');
    expect(await addCard(owner, 'pm_card_unionpay')).toMatchObject({
      activeProduct: { status: 'trialing' },
      cards: [{ lastFourDigits: '0005' }],
    });
  });

  test('belongs to an organization: a second one is charged', async () => {
    const owner = await registerOwner(product, { period: BillingPeriod.Monthly });
    await addCard(owner, testCards.good);
    await owner.api.subscriptions.cancel({ body: {} });
    expect((await current(owner)).activeProduct).toMatchObject({ subscriptionPrice: { price: 0 } });
    await expectNoTrial(owner);
  });

  test('does not come back when a card is replaced and added again', async () => {
    await registerWithPlan(product, trial, { subscriptionCardToken: 'pm_card_jcb' });
    const owner = await registerWithPlan(product, starter);
    await addCard(owner, 'pm_card_jcb');
    expect((await current(owner)).trialAvailable).toBe(false);
    await addCard(owner, 'pm_card_diners');
    expect((await update(owner, trial)).activeProduct?.status).toBe('trialing');
    await addCard(owner, 'pm_card_jcb');
    await owner.api.subscriptions.cancel({ body: {} });
    await expectNoTrial(owner);
    const third = await registerWithPlan(product, starter);
    const replaced = update(third, trial, { subscriptionCardToken: 'pm_card_diners' });
    expect(await failureCodeOf(replaced)).toBe('billing.trialUsed');
  });
});

describe('During a trial a card of another organization (R-SUB-06)', () => {
  type UsedCard = { token: string; number: string };
  const numberOf = ({ number }: UsedCard) => ({
    number,
    expiryMonth: 12,
    expiryYear: 2040,
    cvc: number.length === 15 ? '1234' : '123',
  });
  const putOnFile = {
    'our form': (owner: TestMember, { token }: UsedCard) => addCard(owner, token),
    'the card number': ({ api }: TestMember, card: UsedCard) =>
      api.subscriptions.updateCard({ body: numberOf(card) }),
    'a plan change': (owner: TestMember, { token }: UsedCard) =>
      update(owner, otherTrial, { subscriptionCardToken: token }),
    'the provider’s portal': async ({ api }: TestMember, { token }: UsedCard) => {
      const { url } = await api.subscriptions.createPortalSession();
      const { statusCode } = await product.app.inject({
        method: 'POST',
        url: `${new URL(url).pathname}/card`,
        payload: { paymentMethod: token },
      });
      expect(statusCode).toBe(200);
    },
  };
  const uses: [string, UsedCard, (token: string) => Promise<unknown>][] = [
    [
      'that started a trial',
      { token: 'pm_card_amex', number: '378282246310005' },
      (token) => registerWithPlan(product, trial, { subscriptionCardToken: token }),
    ],
    [
      'that was added to a trial',
      { token: 'pm_card_discover', number: '6011111111111117' },
      async (token) => addCard(await registerWithPlan(product, trial), token),
    ],
    [
      'that pays for a plan',
      { token: 'pm_card_br', number: '4000000760000002' },
      (token) => registerWithPlan(product, paid, { subscriptionCardToken: token }),
    ],
  ];

  test.each(uses)(
    '%s is stored by every form and call, the trial continues, and its end charges the card',
    async (_use, card, useElsewhere) => {
      await useElsewhere(card.token);
      const owners = new Map<string, TestMember>();
      for (const [door, put] of Object.entries(putOnFile)) {
        const owner = await registerWithPlan(product, trial);
        const before = await current(owner);
        await put(owner, card);
        expect((await current(owner)).cards).toMatchObject([
          { lastFourDigits: card.number.slice(-4) },
        ]);
        // Changes the card to itself.
        const after = await addCard(owner, card.token);
        expect([door, after.activeProduct?.status]).toEqual([door, 'trialing']);
        expect(after.activeProduct?.trialEnds).toBe(before.activeProduct?.trialEnds);
        expect(after.cards).toHaveLength(1);
        owners.set(door, owner);
      }
      await sandboxControls.advance(15);
      for (const [door, owner] of owners) {
        const { activeProduct, customer } = await current(owner);
        expect([door, activeProduct?.status]).toEqual([door, 'active']);
        const { invoices, subscriptions } = await sandboxRecordsOfCustomer(product, customer?.id);
        expect(subscriptions).toHaveLength(1);
        expect(invoices.filter(({ amount_paid: amount }) => amount > 0)).toMatchObject([
          { status: 'paid', amount_paid: door === 'a plan change' ? 300 : 100 },
        ]);
      }
    },
  );
});
