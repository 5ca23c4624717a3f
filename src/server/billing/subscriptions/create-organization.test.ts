import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { retryWithoutDelay } from '#server/billing/payments/test/retries.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { priceIdOf, registerOwner, testApplication } from '#server/test/application.ts';
import { resumeOperations } from './service/resume-operations.ts';
import {
  sandboxRecordsOf,
  sandboxRecordsOfCustomer,
  testCards,
  failureCodeOf,
  sandboxControlsOf,
  offerProduct,
  expectFailure,
  registerWithPlan,
  registrationBody,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication();
const { anyone } = product;
const sandboxControls = sandboxControlsOf(product);
const trial = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);
const paid = await offerProduct(product, { price: 12.5 });
const bought = await offerProduct(product, { price: 40, period: BillingPeriod.Once });
const free = await priceIdOf(product, 'Starter', BillingPeriod.Once);

retryWithoutDelay();

/** Counts everything that a registration could leave: people, organizations, customers, operations. */
async function listRecords() {
  const { rows } = await product.open.owner.query(
    `select (select count(*) from users)::int as users,
       (select count(*) from tenants)::int as tenants,
       (select count(*) from billing_trials)::int as trials,
       (select count(*) from billing_operations where state in ('open', 'authenticating'))::int
         as pending`,
  );
  const { customers, subscriptions } = await sandboxRecordsOf(product);
  const running = subscriptions.filter(
    ({ status }) => !/^(canceled|incomplete_expired)$/.test(status),
  );
  return { ...rows[0], customers: customers.length, running: running.length };
}

/** Returns the code of a refused attempt and the kinds of records it left behind. */
const recordsLeftBy = async (attempt: () => Promise<unknown>) => {
  const before: Record<string, number> = await listRecords();
  const code = await failureCodeOf(attempt());
  const after: Record<string, number> = await listRecords();
  return { code, left: Object.keys(after).filter((name) => after[name] !== before[name]) };
};
const nothingBut = (code: string) => ({ code, left: [] });

const register = (price: string, given = {}) =>
  anyone.accounts.register({ body: registrationBody(price, given) });

describe('Registering with a plan (R-ACC-09)', () => {
  test('with a free product needs no card and no provider (R-SUB-05)', async () => {
    const before = await sandboxRecordsOf(product);
    const owner = await registerWithPlan(product, free);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct?.subscriptionProduct.title).toBe('Starter');
    expect(current).toMatchObject({ customer: null, invoices: [], cards: [] });
    expect((await sandboxRecordsOf(product)).customers).toHaveLength(before.customers.length);
  });

  test('with a trial needs no card and charges nothing now (R-SUB-06)', async () => {
    const owner = await registerOwner(product);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'trialing' });
    expect(current.cards).toEqual([]);
    const { invoices } = await sandboxRecordsOfCustomer(product, current.customer?.id);
    expect(totalPaid(invoices)).toBe(0);
  });

  test('without a trial charges the card immediately', async () => {
    const owner = await registerWithPlan(product, paid, { subscriptionCardToken: testCards.good });
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'active', trialEnds: null });
    expect(current.cards).toMatchObject([{ brand: 'visa', lastFourDigits: '4242' }]);
    expect(current.paymentMethods).toEqual(current.cards.map((card) => ({ card })));
    expect(current.invoices).toMatchObject([{ status: 'paid', total: 1_250, currency: 'usd' }]);
    expect(current.invoices[0]?.lines).toMatchObject([
      { planInterval: 'month', plan: { interval: 'month' }, priceUnitAmount: 1_250 },
    ]);
    const { invoices } = await sandboxRecordsOfCustomer(product, current.customer?.id);
    expect(totalPaid(invoices)).toBe(1_250);
  });

  test('buys a one-time product once and keeps it', async () => {
    const owner = await registerWithPlan(product, bought, {
      subscriptionCardToken: testCards.good,
    });
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct).toMatchObject({ status: 'active', endDate: null });
    const records = await sandboxRecordsOfCustomer(product, current.customer?.id);
    expect([totalPaid(records.invoices), records.subscriptions]).toEqual([4_000, []]);
  });

  test('subtracts a coupon’s exact discount (R-SUB-12)', async () => {
    const { code } = await sandboxControls.coupon({ percentOff: 33 });
    const given = { subscriptionCardToken: testCards.good, subscriptionCoupon: code };
    const owner = await registerWithPlan(product, paid, given);
    const { customer } = await owner.api.subscriptions.getCurrent();
    const { invoices } = await sandboxRecordsOfCustomer(product, customer?.id);
    expect(totalPaid(invoices)).toBe(838);
  });

  test('with a trial stores the card, and charges it when the trial ends', async () => {
    const given = { subscriptionCardToken: 'pm_card_amex' };
    const owner = await registerWithPlan(product, trial, given);
    const current = await owner.api.subscriptions.getCurrent();
    expect(current.activeProduct?.status).toBe('trialing');
    expect(current.cards).toMatchObject([{ brand: 'amex' }]);
  });
});

describe('A refused registration leaves nothing, here or at the provider (R-ACC-10)', () => {
  test('without a card for an immediate payment', async () => {
    expect(await recordsLeftBy(() => register(paid))).toEqual(nothingBut('billing.invalidCard'));
  });

  test('with a card that the bank declines (R-SUB-13)', async () => {
    expect(
      await recordsLeftBy(() => register(paid, { subscriptionCardToken: testCards.declined })),
    ).toEqual(nothingBut('billing.cardDeclined'));
  });

  test('with a card whose first charge fails', async () => {
    expect(
      await recordsLeftBy(() => register(paid, { subscriptionCardToken: testCards.failsLater })),
    ).toEqual(nothingBut('billing.cardDeclined'));
  });

  test('with a one-time purchase whose charge fails', async () => {
    expect(
      await recordsLeftBy(() => register(bought, { subscriptionCardToken: testCards.failsLater })),
    ).toEqual(nothingBut('billing.cardDeclined'));
  });

  test('with an unknown card', async () => {
    expect(await recordsLeftBy(() => register(paid, { subscriptionCardToken: 'pm_none' }))).toEqual(
      nothingBut('billing.invalidCard'),
    );
  });

  test('with a card that had a trial (R-SUB-06)', async () => {
    const given = { subscriptionCardToken: 'pm_card_discover' };
    await registerWithPlan(product, trial, given);
    expect(await recordsLeftBy(() => register(trial, given))).toEqual(
      nothingBut('billing.trialUsed'),
    );
  });

  test('with a coupon that is unknown, inactive, used up or in another currency (R-SUB-12)', async () => {
    const off = { percentOff: 10 };
    const over = await sandboxControls.coupon({ ...off, active: false });
    const once = await sandboxControls.coupon({ ...off, maxRedemptions: 1 });
    const foreign = await sandboxControls.coupon({ amountOff: 100, currency: 'eur' });
    await registerWithPlan(product, trial, { subscriptionCoupon: once.code });
    const codes: [string, string][] = [
      ['NOPE', 'billing.invalidCoupon'],
      [over.code, 'billing.couponInactive'],
      [once.code, 'billing.couponMaxRedeems'],
      [foreign.code, 'billing.invalidCoupon'],
    ];
    for (const [subscriptionCoupon, code] of codes) {
      expect(await recordsLeftBy(() => register(trial, { subscriptionCoupon }))).toEqual(
        nothingBut(code),
      );
    }
  });

  test('with a price that is not on offer, without asking the provider', async () => {
    const gone = await offerProduct(product, { price: 3, active: false });
    const before = await listRecords();
    // Enough faults for every retry of one call: a request to the provider would use them up.
    await sandboxControls.faults(['500'], 3);
    for (const price of [gone, '01890000-0000-7000-8000-000000000000']) {
      const attempt = register(price, { subscriptionCardToken: testCards.good });
      expect(await failureCodeOf(attempt)).toBe('billing.invalidSubscription');
    }
    await expect(product.context.stripe.ping()).rejects.toThrow(ProviderUnavailable);
    await sandboxControls.faults([]);
    expect(await listRecords()).toEqual(before);
  });

  test('with an organization name that is taken', async () => {
    const body = registrationBody(paid, { subscriptionCardToken: testCards.good });
    await anyone.accounts.register({ body });
    const other = registrationBody(paid, { subscriptionCardToken: testCards.good });
    expect(
      await recordsLeftBy(() =>
        anyone.accounts.register({ body: { ...other, organization: body.organization } }),
      ),
    ).toEqual(nothingBut('account.verify.organizationTaken'));
  });
});

describe('3-D Secure', () => {
  const confirming = { subscriptionCardToken: testCards.confirms };

  test.each([
    ['a subscription', paid, 1_250],
    ['a purchase', bought, 4_000],
  ])(
    '%s waits for its authentication, then exists and is charged once',
    async (_name, price, sum) => {
      const before = await listRecords();
      const body = registrationBody(price, confirming);
      const asked = await expectFailure(anyone.accounts.register({ body }));
      expect([asked.code, asked.status]).toEqual(['billing.authenticationRequired', 402]);
      expect(await listRecords()).toMatchObject({
        users: before['users'],
        tenants: before['tenants'],
      });
      const { clientSecret, intentId } = asked.params;
      await sandboxControls.confirm(clientSecret);
      const again = {
        ...body,
        selectedSubscription: { ...body.selectedSubscription, intentId: String(intentId) },
      };
      const { verifyToken } = await anyone.accounts.register({ body: again });
      expect(verifyToken).toBeTruthy();
      const records = await sandboxRecordsOf(product);
      const customer = records.customers.find(({ email }) => email === body.email);
      const { invoices } = await sandboxRecordsOfCustomer(product, customer?.id);
      expect(totalPaid(invoices)).toBe(sum);
      expect(await listRecords()).toMatchObject({ pending: before['pending'] });
    },
  );

  test('a failed authentication leaves nothing, and another card succeeds afterwards', async () => {
    const before = await listRecords();
    const body = registrationBody(paid, confirming);
    const { params } = await expectFailure(anyone.accounts.register({ body }));
    await sandboxControls.confirm(params['clientSecret'], 'fail');
    const intentId = String(params['intentId']);
    const repeated = { ...body.selectedSubscription, intentId };
    const again = anyone.accounts.register({ body: { ...body, selectedSubscription: repeated } });
    expect(await failureCodeOf(again)).toBe('billing.authenticationFailed');
    expect(await listRecords()).toEqual(before);
    const selectedSubscription = {
      ...body.selectedSubscription,
      subscriptionCardToken: testCards.good,
    };
    await anyone.accounts.register({ body: { ...body, selectedSubscription } });
    expect(await listRecords()).toMatchObject({ customers: before.customers + 1 });
  });

  test('an authentication expires after an hour by the database’s clock and leaves nothing', async () => {
    const before = await listRecords();
    await expectFailure(anyone.accounts.register({ body: registrationBody(paid, confirming) }));
    const pendingAfter = async (minutes: number) => {
      const age = `update billing_operations set created_at = now() - $1 * interval '1 minute'
        where state = 'authenticating'`;
      await product.open.owner.query(age, [minutes]);
      await resumeOperations(product.context);
      return (await listRecords())['pending'] - before['pending'];
    };
    expect([await pendingAfter(59), await pendingAfter(61)]).toEqual([1, 0]);
    expect(await listRecords()).toEqual(before);
  });

  test('repeating the registration with another card replaces an abandoned authentication', async () => {
    const body = registrationBody(paid, confirming);
    await expectFailure(anyone.accounts.register({ body }));
    const selectedSubscription = {
      ...body.selectedSubscription,
      subscriptionCardToken: testCards.good,
    };
    await anyone.accounts.register({ body: { ...body, selectedSubscription } });
    const { customers } = await sandboxRecordsOf(product);
    expect(customers.filter(({ email }) => email === body.email)).toHaveLength(1);
  });
});

describe('Creating another organization (R-ORG-03)', () => {
  test('accepts card and coupon like a registration, and switches to the new organization', async () => {
    const owner = await registerWithPlan(product, free);
    const { code } = await sandboxControls.coupon({ amountOff: 250, currency: 'usd' });
    const { user } = await owner.api.tenants.create({
      body: {
        name: `Second of ${owner.user.id}`,
        selectedSubscription: {
          subscriptionPriceId: paid,
          subscriptionCardToken: testCards.good,
          subscriptionCoupon: code,
        },
      },
    });
    const { currentTenant } = user;
    expect(currentTenant).toMatchObject({ products: [{ status: 'active' }] });
    const customer = currentTenant?.subscriptionCustomerId;
    expect(totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices)).toBe(1_000);
  });

  test('leaves nothing when the card is declined', async () => {
    const owner = await registerWithPlan(product, free);
    const create = () =>
      owner.api.tenants.create({
        body: {
          name: `Never of ${owner.user.id}`,
          selectedSubscription: {
            subscriptionPriceId: paid,
            subscriptionCardToken: testCards.failsLater,
          },
        },
      });
    expect(await recordsLeftBy(create)).toEqual(nothingBut('billing.cardDeclined'));
  });
});
