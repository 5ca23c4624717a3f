import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { ProviderUnavailable } from '#server/payments/errors.ts';
import { priceOf, registerOwner, testProduct } from '#server/testing.ts';
import { resumeIntents } from './service/resume.ts';
import {
  booksOf,
  booksOfCustomer,
  cards,
  codeOf,
  doorsOf,
  offer,
  refusal,
  registerWith,
  registration,
  takenOf,
} from './test-subscriptions.ts';

const product = await testProduct();
const { anyone } = product;
const doors = doorsOf(product);
const trial = await priceOf(product, 'Pro', BillingPeriod.Yearly);
const paid = await offer(product, { price: 12.5 });
const bought = await offer(product, { price: 40, period: BillingPeriod.Once });
const free = await priceOf(product, 'Starter', BillingPeriod.Once);

/** Counts everything that a registration could leave: people, organizations, customers, intents. */
async function traces() {
  const { rows } = await product.open.owner.query(
    `select (select count(*) from users)::int as users,
       (select count(*) from tenants)::int as tenants,
       (select count(*) from billing_trials)::int as trials,
       (select count(*) from billing_intents where state in ('open', 'authenticating'))::int
         as pending`,
  );
  const { customers, subscriptions } = await booksOf(product);
  const running = subscriptions.filter(
    ({ status }) => !/^(canceled|incomplete_expired)$/.test(status),
  );
  return { ...rows[0], customers: customers.length, running: running.length };
}

/** Returns the code of a refused attempt and the kinds of records it left behind. */
const leftBy = async (attempt: () => Promise<unknown>) => {
  const before: Record<string, number> = await traces();
  const code = await codeOf(attempt());
  const after: Record<string, number> = await traces();
  return { code, left: Object.keys(after).filter((name) => after[name] !== before[name]) };
};
const nothingBut = (code: string) => ({ code, left: [] });

const register = (price: string, given = {}) =>
  anyone.accounts.register({ body: registration(price, given) });

describe('Registering with a plan (R-ACC-09)', () => {
  test('with a free product needs no card and no provider (R-SUB-05)', async () => {
    const before = await booksOf(product);
    const owner = await registerWith(product, free);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct?.subscriptionProduct.title).toBe('Starter');
    expect(current).toMatchObject({ customer: null, invoices: [], cards: [] });
    expect((await booksOf(product)).customers).toHaveLength(before.customers.length);
  });

  test('with a trial needs no card and charges nothing now (R-SUB-06)', async () => {
    const owner = await registerOwner(product);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'trialing' });
    expect(current.cards).toEqual([]);
    const { invoices } = await booksOfCustomer(product, current.customer?.id);
    expect(takenOf(invoices)).toBe(0);
  });

  test('without a trial charges the card immediately', async () => {
    const owner = await registerWith(product, paid, { subscriptionCardToken: cards.good });
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'active', trialEnds: null });
    expect(current.cards).toMatchObject([{ brand: 'visa', lastFourDigits: '4242' }]);
    expect(current.paymentMethods).toEqual(current.cards.map((card) => ({ card })));
    expect(current.invoices).toMatchObject([{ status: 'paid', total: 1_250, currency: 'usd' }]);
    expect(current.invoices[0]?.lines).toMatchObject([
      { planInterval: 'month', plan: { interval: 'month' }, priceUnitAmount: 1_250 },
    ]);
    const { invoices } = await booksOfCustomer(product, current.customer?.id);
    expect(takenOf(invoices)).toBe(1_250);
  });

  test('buys a one-time product once and keeps it', async () => {
    const owner = await registerWith(product, bought, { subscriptionCardToken: cards.good });
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'active', endDate: null });
    const books = await booksOfCustomer(product, current.customer?.id);
    expect([takenOf(books.invoices), books.subscriptions]).toEqual([4_000, []]);
  });

  test('subtracts a coupon’s exact discount (R-SUB-12)', async () => {
    const { code } = await doors.coupon({ percentOff: 33 });
    const given = { subscriptionCardToken: cards.good, subscriptionCoupon: code };
    const owner = await registerWith(product, paid, given);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const { invoices } = await booksOfCustomer(product, customer?.id);
    expect(takenOf(invoices)).toBe(838);
  });

  test('with a trial stores the card, and charges it when the trial ends', async () => {
    const given = { subscriptionCardToken: 'pm_card_amex' };
    const owner = await registerWith(product, trial, given);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct?.status).toBe('trialing');
    expect(current.cards).toMatchObject([{ brand: 'amex' }]);
  });
});

describe('A refused registration leaves nothing, here or at the provider (R-ACC-10)', () => {
  test('without a card for an immediate payment', async () => {
    expect(await leftBy(() => register(paid))).toEqual(nothingBut('billing.invalidCard'));
  });

  test('with a card that the bank declines (R-SUB-13)', async () => {
    expect(await leftBy(() => register(paid, { subscriptionCardToken: cards.declined }))).toEqual(
      nothingBut('billing.cardDeclined'),
    );
  });

  test('with a card whose first charge fails', async () => {
    expect(await leftBy(() => register(paid, { subscriptionCardToken: cards.failsLater }))).toEqual(
      nothingBut('billing.cardDeclined'),
    );
  });

  test('with a one-time purchase whose charge fails', async () => {
    expect(
      await leftBy(() => register(bought, { subscriptionCardToken: cards.failsLater })),
    ).toEqual(nothingBut('billing.cardDeclined'));
  });

  test('with an unknown card', async () => {
    expect(await leftBy(() => register(paid, { subscriptionCardToken: 'pm_none' }))).toEqual(
      nothingBut('billing.invalidCard'),
    );
  });

  test('with a card that had a trial (R-SUB-06)', async () => {
    const given = { subscriptionCardToken: 'pm_card_discover' };
    await registerWith(product, trial, given);
    expect(await leftBy(() => register(trial, given))).toEqual(nothingBut('billing.trialUsed'));
  });

  test('with a coupon that is unknown, inactive, used up or in another currency (R-SUB-12)', async () => {
    const off = { percentOff: 10 };
    const over = await doors.coupon({ ...off, active: false });
    const once = await doors.coupon({ ...off, maxRedemptions: 1 });
    const foreign = await doors.coupon({ amountOff: 100, currency: 'eur' });
    await registerWith(product, trial, { subscriptionCoupon: once.code });
    const codes: [string, string][] = [
      ['NOPE', 'billing.invalidCoupon'],
      [over.code, 'billing.couponInactive'],
      [once.code, 'billing.couponMaxRedeems'],
      [foreign.code, 'billing.invalidCoupon'],
    ];
    for (const [subscriptionCoupon, code] of codes) {
      expect(await leftBy(() => register(trial, { subscriptionCoupon }))).toEqual(nothingBut(code));
    }
  });

  test('with a price that is not on offer, without asking the provider', async () => {
    const gone = await offer(product, { price: 3, active: false });
    const before = await traces();
    // Enough faults for every retry of one call: a request to the provider would use them up.
    await doors.faults(['500'], 3);
    for (const price of [gone, '01890000-0000-7000-8000-000000000000']) {
      const attempt = register(price, { subscriptionCardToken: cards.good });
      expect(await codeOf(attempt)).toBe('billing.invalidSubscription');
    }
    await expect(product.house.gateway.ping()).rejects.toThrow(ProviderUnavailable);
    await doors.faults([]);
    expect(await traces()).toEqual(before);
  });

  test('with an organization name that is taken', async () => {
    const body = registration(paid, { subscriptionCardToken: cards.good });
    await anyone.accounts.register({ body });
    const other = registration(paid, { subscriptionCardToken: cards.good });
    expect(
      await leftBy(() =>
        anyone.accounts.register({ body: { ...other, organization: body.organization } }),
      ),
    ).toEqual(nothingBut('account.verify.organizationTaken'));
  });
});

describe('3-D Secure', () => {
  const confirming = { subscriptionCardToken: cards.confirms };

  test.each([
    ['a subscription', paid, 1_250],
    ['a purchase', bought, 4_000],
  ])(
    '%s waits for its authentication, then exists and is charged once',
    async (_name, price, sum) => {
      const before = await traces();
      const body = registration(price, confirming);
      const asked = await refusal(anyone.accounts.register({ body }));
      expect([asked.code, asked.status]).toEqual(['billing.authenticationRequired', 402]);
      expect(await traces()).toMatchObject({ users: before['users'], tenants: before['tenants'] });
      const { clientSecret, intentId } = asked.params;
      await doors.confirm(clientSecret);
      const again = {
        ...body,
        selectedSubscription: { ...body.selectedSubscription, intentId: String(intentId) },
      };
      const { verifyToken } = await anyone.accounts.register({ body: again });
      expect(verifyToken).toBeTruthy();
      const books = await booksOf(product);
      const customer = books.customers.find(({ email }) => email === body.email);
      const { invoices } = await booksOfCustomer(product, customer?.id);
      expect(takenOf(invoices)).toBe(sum);
      expect(await traces()).toMatchObject({ pending: before['pending'] });
    },
  );

  test('a failed authentication leaves nothing, and another card succeeds afterwards', async () => {
    const before = await traces();
    const body = registration(paid, confirming);
    const { params } = await refusal(anyone.accounts.register({ body }));
    await doors.confirm(params['clientSecret'], 'fail');
    const intentId = String(params['intentId']);
    const repeated = { ...body.selectedSubscription, intentId };
    const again = anyone.accounts.register({ body: { ...body, selectedSubscription: repeated } });
    expect(await codeOf(again)).toBe('billing.authenticationFailed');
    expect(await traces()).toEqual(before);
    const selectedSubscription = {
      ...body.selectedSubscription,
      subscriptionCardToken: cards.good,
    };
    await anyone.accounts.register({ body: { ...body, selectedSubscription } });
    expect(await traces()).toMatchObject({ customers: before.customers + 1 });
  });

  test('an authentication may take an hour by the database’s clock; then nothing is left', async () => {
    const before = await traces();
    await refusal(anyone.accounts.register({ body: registration(paid, confirming) }));
    const pendingAfter = async (minutes: number) => {
      const age = `update billing_intents set created_at = now() - $1 * interval '1 minute'
        where state = 'authenticating'`;
      await product.open.owner.query(age, [minutes]);
      await resumeIntents(product.house);
      return (await traces())['pending'] - before['pending'];
    };
    expect([await pendingAfter(59), await pendingAfter(61)]).toEqual([1, 0]);
    expect(await traces()).toEqual(before);
  });

  test('repeating the registration with another card replaces an abandoned authentication', async () => {
    const body = registration(paid, confirming);
    await refusal(anyone.accounts.register({ body }));
    const selectedSubscription = {
      ...body.selectedSubscription,
      subscriptionCardToken: cards.good,
    };
    await anyone.accounts.register({ body: { ...body, selectedSubscription } });
    const { customers } = await booksOf(product);
    expect(customers.filter(({ email }) => email === body.email)).toHaveLength(1);
  });
});

describe('Creating another organization (R-ORG-03)', () => {
  test('accepts card and coupon like a registration, and switches to the new organization', async () => {
    const owner = await registerWith(product, free);
    const { code } = await doors.coupon({ amountOff: 250, currency: 'usd' });
    const { user } = await owner.api.tenants.create({
      body: {
        name: `Second of ${owner.user.id}`,
        selectedSubscription: {
          subscriptionPriceId: paid,
          subscriptionCardToken: cards.good,
          subscriptionCoupon: code,
        },
      },
    });
    const { currentTenant } = user;
    expect(currentTenant).toMatchObject({ products: [{ status: 'active' }] });
    const customer = currentTenant?.subscriptionCustomerId;
    expect(takenOf((await booksOfCustomer(product, customer)).invoices)).toBe(1_000);
  });

  test('leaves nothing when the card is declined', async () => {
    const owner = await registerWith(product, free);
    const create = () =>
      owner.api.tenants.create({
        body: {
          name: `Never of ${owner.user.id}`,
          selectedSubscription: {
            subscriptionPriceId: paid,
            subscriptionCardToken: cards.failsLater,
          },
        },
      });
    expect(await leftBy(create)).toEqual(nothingBut('billing.cardDeclined'));
  });
});
