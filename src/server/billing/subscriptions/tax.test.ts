import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { connectToSandbox, reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  priceIdOf,
  signInOperator,
  type TestMember,
  testApplication,
} from '#server/test/application.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  registrationBody,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication({ STRIPE_TAX: 'on' });
const controls = sandboxControlsOf(product);
const { stripe } = await connectToSandbox(product);
const germany = { country: 'DE', postalCode: '10115' };
const card = { subscriptionCardToken: testCards.good };
const offer = (price: number, given: object = {}) =>
  offerProduct(product, { price, maxUsers: 0, ...given });

beforeEach(controls.freezeCustomers);

const paidBy = async ({ api }: TestMember) => {
  const { customer } = await api.subscriptions.getCurrent();
  return totalPaid((await sandboxRecordsOfCustomer(product, customer?.id)).invoices);
};

const buyer = (price: string, given: object = {}) =>
  registerWithPlan(product, price, { ...card, taxLocation: germany, ...given });

const previewOf = ({ api }: TestMember, subscriptionPriceId: string, more: object = {}) =>
  api.subscriptions.getUpcomingInvoice({ query: { subscriptionPriceId, ...more } });

describe('registering with Stripe Tax on', () => {
  test('charges what the preview for visitors showed (R-TAX-04, R-TAX-05)', async () => {
    const price = await offer(19.99);
    const shown = await product.anyone.subscriptions.previewNewPlan({
      params: { id: price },
      query: germany,
    });
    expect(shown).toMatchObject({
      totalExcludingTax: 1_999,
      total: 2_379,
      amountDue: 2_379,
      credit: 0,
      taxes: [{ kind: 'vat', rate: 19, country: 'DE', amount: 380, isReverseCharge: false }],
      nextRenewal: { amount: 2_379, taxes: [{ amount: 380 }] },
    });
    const owner = await buyer(price);
    expect(await paidBy(owner)).toBe(2_379);
    const { invoices } = await owner.api.subscriptions.getCurrent();
    expect(invoices).toMatchObject([
      { total: 2_379, totalExcludingTax: 1_999, taxes: [{ rate: 19, amount: 380 }] },
    ]);
    expect(await owner.api.billing.getDetails()).toMatchObject(germany);
  });

  test('needs a place for a paid plan, and none for a free one (R-TAX-02)', async () => {
    const price = await offer(10);
    const { anyone } = product;
    const register = (given: object) =>
      anyone.accounts.register({ body: registrationBody(price, { ...card, ...given }) });
    expect(await failureCodeOf(register({}))).toBe('billing.taxLocationRequired');
    const vague = { taxLocation: { country: 'US', postalCode: '' } };
    expect(await failureCodeOf(register(vague))).toBe('billing.taxLocationInvalid');
    const params = { id: price };
    const canada = { params, query: { country: 'CA' } };
    expect(await failureCodeOf(anyone.subscriptions.previewNewPlan(canada))).toBe(
      'billing.taxLocationInvalid',
    );
    const unplaced = { params, query: {} };
    expect(await failureCodeOf(anyone.subscriptions.previewNewPlan(unplaced))).toBe(
      'billing.taxLocationRequired',
    );
    const free = await offer(0);
    const owner = await registerWithPlan(product, free);
    expect((await owner.api.subscriptions.getCurrent()).activeProduct?.status).toBe('active');
  });

  test('shows a trial’s tax at its end, and charges it then (R-TAX-04)', async () => {
    const price = await offer(8.5, { trialDays: 14 });
    const params = { id: price };
    const query = germany;
    const shown = await product.anyone.subscriptions.previewNewPlan({ params, query });
    expect(shown).toMatchObject({
      amountDue: 0,
      taxes: [],
      nextRenewal: { amount: 1_012, taxes: [{ amount: 162 }] },
    });
    const owner = await buyer(price);
    expect(await paidBy(owner)).toBe(0);
    await controls.advance(14.1);
    expect(await paidBy(owner)).toBe(1_012);
  });

  test('shows a person who had a trial what a second organization is charged (R-TAX-04)', async () => {
    const price = await offer(8.5, { trialDays: 14 });
    const owner = await registerWithPlan(product, price, { taxLocation: germany });
    const query = { ...germany, withoutTrial: 'true' };
    const shown = await owner.api.subscriptions.previewNewPlan({ params: { id: price }, query });
    expect(shown).toMatchObject({ amountDue: 1_012, total: 1_012, taxes: [{ amount: 162 }] });
    const selectedSubscription = { subscriptionPriceId: price, taxLocation: germany, ...card };
    const body = { name: `Second ${owner.tenant}`, selectedSubscription };
    const { user } = await owner.api.tenants.create({ body });
    const headers = { ...owner.headers, 'x-tenant-key': user.currentTenant?.id ?? '' };
    const second = product.callerOf(headers);
    const { invoices } = await second.subscriptions.getCurrent();
    expect(invoices).toMatchObject([{ amountPaid: shown.amountDue }]);
  });

  test('asks for 3-D Secure with the taxed amount (R-TAX-04)', async () => {
    const price = await offer(30);
    const confirms = { subscriptionCardToken: testCards.confirms, taxLocation: germany };
    const body = registrationBody(price, confirms);
    const asked = await expectFailure(product.anyone.accounts.register({ body }));
    expect(asked.code).toBe('billing.authenticationRequired');
    await controls.confirm(asked.params['clientSecret']);
    const intentId = String(asked.params['intentId']);
    const again = {
      ...body,
      selectedSubscription: { ...body.selectedSubscription, intentId },
    };
    const { user } = await product.anyone.accounts.register({ body: again });
    expect(user.email).toBe(body.email);
  });
});

describe('Stripe Tax', () => {
  test('taxes prices that were created without it (R-TAX-01)', async () => {
    const price = await priceIdOf(product, 'Pro', BillingPeriod.Yearly);
    const params = { id: price };
    const shown = await product.anyone.subscriptions.previewNewPlan({ params, query: germany });
    expect(shown.nextRenewal?.taxes).toMatchObject([{ rate: 19 }]);
    const { api } = await registerWithPlan(product, price, { taxLocation: germany });
    expect((await api.subscriptions.getCurrent()).activeProduct?.active).toBe(true);
  });

  test('is off by default: nothing is asked for or taxed (R-TAX-01)', async () => {
    const untaxed = await testApplication();
    const price = await offerProduct(untaxed, { price: 19.99 });
    const params = { id: price };
    const query = germany;
    expect(await untaxed.anyone.subscriptions.previewNewPlan({ params, query })).toMatchObject({
      total: 1_999,
      amountDue: 1_999,
      taxes: [],
    });
    const { api } = await registerWithPlan(untaxed, price, { ...card, taxLocation: germany });
    const { customer } = await api.subscriptions.getCurrent();
    const { invoices, subscriptions } = await sandboxRecordsOfCustomer(untaxed, customer?.id);
    expect(totalPaid(invoices)).toBe(1_999);
    expect(subscriptions).toMatchObject([{ automatic_tax: { enabled: false } }]);
    expect(await api.billing.getDetails()).toMatchObject({ country: '' });
  });

  test('does not count as revenue (R-TAX-07)', async () => {
    const owner = await buyer(await offer(10));
    const { rows } = await product.open.owner.query(
      'select before, after from revenue_movements where tenant_id = $1',
      [owner.tenant],
    );
    expect(rows.map(({ before, after }) => [Number(before), Number(after)])).toEqual([[0, 12_000]]);
  });
});

describe('an organization with Stripe Tax on', () => {
  test('pays taxed differences, purchases and renewals as previewed (R-TAX-04)', async () => {
    const small = await offer(9.99);
    const large = await offer(47.31);
    const once = await offer(3.33, { period: BillingPeriod.Once });
    const owner = await buyer(small);
    const { api } = owner;
    await controls.advance(11.3);
    for (const price of [large, small, once]) {
      const before = await paidBy(owner);
      const shown = await previewOf(owner, price);
      await api.subscriptions.update({
        body: { subscriptionPriceId: price, prorationDate: shown?.prorationDate },
      });
      expect((await paidBy(owner)) - before).toBe(shown?.amountDue);
    }
    const next = await api.subscriptions.getUpcomingInvoice({ query: {} });
    expect(next).toMatchObject({ totalExcludingTax: 999, taxes: [{ amount: 190 }], total: 1_189 });
    const before = await paidBy(owner);
    await controls.advance(31);
    expect((await paidBy(owner)) - before).toBe(next?.nextRenewal?.amount);
  });

  test('pays tax on what a coupon leaves, and credit covers tax too (R-TAX-04)', async () => {
    const price = await offer(100);
    const { code } = await controls.coupon({ percentOff: 20, duration: 'once' });
    const owner = await registerWithPlan(product, await offer(0));
    const query = { ...germany, subscriptionCoupon: code };
    const shown = await previewOf(owner, price, query);
    expect(shown).toMatchObject({
      totalExcludingTax: 8_000,
      total: 9_520,
      nextRenewal: { amount: 11_900 },
    });
    const body = { subscriptionPriceId: price, subscriptionCoupon: code, ...card };
    expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe(
      'billing.taxLocationRequired',
    );
    await owner.api.subscriptions.update({ body: { ...body, taxLocation: germany } });
    expect(await paidBy(owner)).toBe(9_520);
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: await offer(10) } });
    const { creditBalance } = await owner.api.subscriptions.getCurrent();
    expect(creditBalance).toBeGreaterThan(8_200);
    const purchase = await previewOf(owner, await offer(5, { period: BillingPeriod.Once }));
    expect(purchase).toMatchObject({ total: 595, amountDue: 0 });
  });

  test('pays tax for a plan that replaces a granted one (R-TAX-01, R-TAX-02, R-TAX-04)', async () => {
    const [granted, price] = [await offer(50), await offer(10)];
    const owner = await registerWithPlan(product, await offer(0));
    const { support } = (await signInOperator(product)).api;
    const grant = { subscriptionPriceId: granted, until: null, reason: 'They report bugs.' };
    await support.grantPlan({ params: { id: owner.tenant }, body: grant });
    expect(await failureCodeOf(previewOf(owner, price))).toBe('billing.taxLocationRequired');
    const vague = { country: 'US', postalCode: '' };
    expect(await failureCodeOf(previewOf(owner, price, vague))).toBe('billing.taxLocationInvalid');
    const shown = await previewOf(owner, price, germany);
    const taxes = [{ kind: 'vat', rate: 19, country: 'DE', amount: 190 }];
    expect(shown).toMatchObject({ amountDue: 1_190, taxes, nextRenewal: { amount: 1_190, taxes } });
    const body = { subscriptionPriceId: price, prorationDate: shown?.prorationDate, ...card };
    const { update } = owner.api.subscriptions;
    expect(await failureCodeOf(update({ body }))).toBe('billing.taxLocationRequired');
    await update({ body: { ...body, amountDue: shown?.amountDue, taxLocation: germany } });
    expect(await paidBy(owner)).toBe(1_190);
    expect(await owner.api.billing.getDetails()).toMatchObject(germany);
    await controls.advance(32);
    expect(await paidBy(owner)).toBe(2_380);
  });

  test.each([
    ['pays tax', germany, 1_190],
    ['pays none without a place', null, 1_000],
  ])('%s for a plan that is chosen at the provider during a grant', async (_what, place, due) => {
    const [granted, price] = [await offer(50), await offer(10)];
    const owner = await registerWithPlan(product, await offer(0));
    const { support } = (await signInOperator(product)).api;
    const grant = { subscriptionPriceId: granted, until: null, reason: 'They report bugs.' };
    await support.grantPlan({ params: { id: owner.tenant }, body: grant });
    const details = await owner.api.billing.getDetails();
    if (place) await owner.api.billing.updateDetails({ body: { ...details, ...place } });
    const { customer } = await owner.api.subscriptions.getCurrent();
    const [live] = (await stripe.subscriptions.list({ customer: customer?.id ?? '' })).data;
    const { rows } = await product.open.owner.query<{ id: string }>(
      'select service_id as id from subscription_prices where id = $1',
      [price],
    );
    await owner.api.subscriptions.updateCardToken({ params: { token: testCards.good } });
    await stripe.subscriptions.update(live?.id ?? '', {
      items: [{ id: live?.items.data[0]?.id ?? '', price: rows[0]?.id ?? '' }],
      proration_behavior: 'none',
    });
    await reconcileAllNow(product);
    expect((await owner.api.subscriptions.getCurrent()).activeProduct?.granted).toBe(false);
    const next = () => owner.api.subscriptions.getUpcomingInvoice({ query: {} });
    expect((await next())?.nextRenewal?.amount).toBe(due);
    await owner.api.billing.updateDetails({ body: { ...details, ...germany } });
    expect((await next())?.nextRenewal?.amount).toBe(1_190);
  });

  test('pays tax again once its details name a place, also those at the provider (R-TAX-01)', async () => {
    const owner = await buyer(await offer(10));
    const details = await owner.api.billing.getDetails();
    const { customer } = await owner.api.subscriptions.getCurrent();
    const id = customer?.id ?? '';
    const next = async () => {
      const query = {};
      return (await owner.api.subscriptions.getUpcomingInvoice({ query }))?.nextRenewal?.amount;
    };
    const loseTax = async () => {
      await stripe.customers.update(id, { address: '' });
      await controls.advance(32);
      expect(await next()).toBe(1_000);
    };
    await loseTax();
    await owner.api.billing.updateDetails({ body: { ...details, ...germany } });
    expect(await next()).toBe(1_190);
    await loseTax();
    const address = { country: 'US', postal_code: '' };
    await stripe.customers.update(id, { address });
    await reconcileAllNow(product);
    expect(await next()).toBe(1_000);
    await stripe.customers.update(id, { address: { ...address, postal_code: '75001' } });
    await controls.advance(0.001);
    expect(await next()).toBe(1_063);
  });

  test('keeps its address: a purchase never replaces it (R-TAX-02)', async () => {
    const owner = await buyer(await offer(10));
    const once = await offer(20, { period: BillingPeriod.Once });
    const texas = { country: 'US', postalCode: '75001' };
    expect(await previewOf(owner, once, texas)).toMatchObject({ total: 2_380 });
    const body = { subscriptionPriceId: once, taxLocation: texas };
    await owner.api.subscriptions.update({ body });
    expect(await owner.api.billing.getDetails()).toMatchObject(germany);
  });

  test('has its next invoices follow address and tax ids (R-TAX-03, R-TAX-06)', async () => {
    const owner = await buyer(await offer(10));
    const { api } = owner;
    const details = await api.billing.getDetails();
    const refused = (given: object) =>
      expectFailure(api.billing.updateDetails({ body: { ...details, ...given } }));
    expect((await refused({ country: '' })).fields).toEqual({
      country: ['billing.taxLocationRequired'],
    });
    const vague = { country: 'US', postalCode: '', state: 'TX' };
    expect((await refused(vague)).code).toBe('billing.taxLocationInvalid');
    const texas = { country: 'US', postalCode: '75001' };
    await api.billing.updateDetails({ body: { ...details, ...texas } });
    expect(await api.subscriptions.getUpcomingInvoice({ query: {} })).toMatchObject({
      total: 1_063,
      taxes: [{ kind: 'salesTax', rate: 6.25, state: 'TX', country: 'US' }],
    });
    const taxIds = [{ type: 'eu_vat' as const, value: 'DE136695976' }];
    await api.billing.updateDetails({ body: { ...details, taxIds } });
    const once = await offer(20, { period: BillingPeriod.Once });
    expect(await previewOf(owner, once)).toMatchObject({
      total: 2_000,
      taxes: [{ amount: 0, isReverseCharge: true }],
    });
    const before = await paidBy(owner);
    await api.subscriptions.update({ body: { subscriptionPriceId: once } });
    expect((await paidBy(owner)) - before).toBe(2_000);
  });
});
