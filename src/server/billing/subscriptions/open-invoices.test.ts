import { describe, expect, test } from 'vitest';
import type { Failure } from '#contract/errors.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { connectToSandbox } from '#server/billing/payments/test/fixtures.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { testApplication, type TestMember } from '#server/test/application.ts';
import {
  expectFailure,
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  sandboxRecordsOfCustomer,
  testCards,
  totalPaid,
} from './test/fixtures.ts';

const product = await testApplication();
const { stripe } = await connectToSandbox(product);
const sandboxControls = sandboxControlsOf(product);
const price = await offerProduct(product, { price: 10, maxUsers: 3 });
const dear = await offerProduct(product, { price: 30, maxUsers: 3 });
const withCard = { subscriptionCardToken: testCards.good };

const reconcile = ({ tenant }: TestMember) =>
  reconcileTenant(product.context, trusted.tenantId(tenant));

const customerOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).customer?.id ?? '';

/** Replaces the card at the provider, as its portal does. */
async function replaceCard(customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

/** Owners whose cards failed at three renewals; each test takes one. */
const inArrears = await Promise.all(
  Array.from({ length: 12 }, async () => {
    const owner = await registerWithPlan(product, price, withCard);
    const customer = await customerOf(owner);
    await replaceCard(customer, testCards.failsLater);
    return { owner, customer };
  }),
);
await sandboxControls.advance(95);

/** Returns one of the owners with three open invoices, newest first. */
async function ownerInArrears() {
  const next = inArrears.pop();
  if (!next) throw new Error('Register one owner more');
  const { owner, customer } = next;
  const { invoices, activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct?.status).toBe('past_due');
  const open = invoices.filter(({ status }) => status === 'open');
  expect(open).toHaveLength(3);
  return { ...owner, owner, customer, open };
}

const statesOf = async ({ api }: TestMember) =>
  (await api.subscriptions.getCurrent()).invoices.map(({ status }) => status);

describe('Open invoices of an overdue subscription (R-SUB-23)', () => {
  test('are all paid with a new card, and the plan is active again', async () => {
    const { api, customer } = await ownerInArrears();
    const params = { token: testCards.good };
    const { invoices, activeProduct } = await api.subscriptions.updateCardToken({ params });
    expect(activeProduct?.status).toBe('active');
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    expect(totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices)).toBe(4_000);
  });

  test('are paid up to the requested one with the card on file, oldest first', async () => {
    const { api, user, customer, open } = await ownerInArrears();
    const recoveries = async () => {
      const sent = `select from emails where recipient = $1 and subject ~ '^Pagamento de .* recebido$'`;
      return (await product.open.owner.query(sent, [user.email])).rowCount;
    };
    const [newest, second] = open;
    await replaceCard(customer, testCards.good);
    const pay = (id = '') => api.subscriptions.payInvoice({ params: { id } });
    const half = await pay(second?.id);
    expect(half.invoices.map(({ status }) => status)).toEqual(['open', 'paid', 'paid', 'paid']);
    expect(half.activeProduct?.status).toBe('past_due');
    // Its email says that there is full access again (R-SUB-22).
    expect(await recoveries()).toBe(0);
    const { activeProduct } = await pay(newest?.id);
    expect(activeProduct?.status).toBe('active');
    expect(await recoveries()).toBe(1);
    // A repeated call charges nothing.
    await pay(newest?.id);
    expect(totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices)).toBe(4_000);
  });

  test('are shown less what was paid at the provider', async () => {
    const { api, open } = await ownerInArrears();
    // The sandbox takes no partial payments, as a bank transfer to Stripe is.
    const paid = `update sandbox.objects set data = data || '{"amount_paid": 600, "amount_remaining": 400}'
       where id = $1`;
    await product.open.owner.query(paid, [open[2]?.id]);
    const { invoices } = await api.subscriptions.getCurrent();
    expect(invoices.slice(0, 3).map(({ amountToPay }) => amountToPay)).toEqual([2_400, 1_400, 400]);
    const query = { subscriptionPriceId: dear };
    const shown = await api.subscriptions.getUpcomingInvoice({ query });
    expect(shown?.owedBefore).toBe(2_400);
  });

  test('are charged once by ten concurrent payments', async () => {
    const { owner, api, customer, open } = await ownerInArrears();
    await replaceCard(customer, testCards.good);
    const pay = () => api.subscriptions.payInvoice({ params: { id: open[0]?.id ?? '' } });
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, pay));
    const refusals = attempts.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Failure).code] : [],
    );
    expect(refusals.filter((code) => code !== 'billing.inProgress')).toEqual([]);
    expect(refusals.length).toBeLessThan(10);
    expect(totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices)).toBe(4_000);
    expect(await statesOf(owner)).not.toContain('open');
  });

  test('ask for authentication one by one', async () => {
    const { owner, api, customer, open } = await ownerInArrears();
    await replaceCard(customer, testCards.confirms);
    const pay = () => api.subscriptions.payInvoice({ params: { id: open[0]?.id ?? '' } });
    for (let left = open.length; left > 0; left -= 1) {
      const { code, params } = await expectFailure(pay());
      expect(code).toBe('billing.authenticationRequired');
      await sandboxControls.confirm(params['clientSecret']);
    }
    expect((await pay()).activeProduct?.status).toBe('active');
    expect(await statesOf(owner)).not.toContain('open');
  });

  test('stay open when the card is declined or missing', async () => {
    const { api, customer, open, owner } = await ownerInArrears();
    const pay = (id = open[0]?.id ?? '') => api.subscriptions.payInvoice({ params: { id } });
    expect(await failureCodeOf(pay())).toBe('billing.cardDeclined');
    for (const { id } of (await stripe.customers.listPaymentMethods(customer)).data) {
      await stripe.paymentMethods.detach(id);
    }
    expect(await failureCodeOf(pay())).toBe('billing.noPaymentMethod');
    expect(await failureCodeOf(pay('in_unknown'))).toBe('notFound');
    const other = await registerWithPlan(product, price, withCard);
    expect(
      await failureCodeOf(
        other.api.subscriptions.payInvoice({ params: { id: open[0]?.id ?? '' } }),
      ),
    ).toBe('notFound');
    expect((await statesOf(owner)).filter((state) => state === 'open')).toHaveLength(3);
  });

  test.each([
    ['at once', false],
    ['at the end of its period, which was not paid', true],
  ])('are void once the subscription is canceled %s', async (_when, atPeriodEnd) => {
    const { api, customer } = await ownerInArrears();
    const { invoices, activeProduct } = await api.subscriptions.cancel({ body: { atPeriodEnd } });
    expect(activeProduct?.subscriptionPrice.price).toBe(0);
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'void', 'void', 'paid']);
    expect(totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices)).toBe(1_000);
  });

  test('are void once the subscription ends at the provider', async () => {
    const { owner, customer } = await ownerInArrears();
    const { data } = await stripe.subscriptions.list({ customer });
    await stripe.subscriptions.cancel(data[0]?.id ?? '');
    await reconcile(owner);
    expect(await statesOf(owner)).toEqual(['void', 'void', 'void', 'paid']);
  });

  test.each([
    ['paid', testCards.good, ['paid', 'paid', 'paid', 'paid']],
    ['void', testCards.failsLater, ['paid', 'void', 'void', 'paid']],
  ])('are %s after a later one is paid at the provider', async (_state, card, states) => {
    const { owner, customer, open } = await ownerInArrears();
    const { id } = await stripe.paymentMethods.attach(testCards.good, { customer });
    await replaceCard(customer, card);
    await stripe.invoices.pay(open[0]?.id ?? '', { payment_method: id });
    await reconcile(owner);
    expect(await statesOf(owner)).toEqual(states);
  });

  test('are paid before the plan changes, as its preview says (R-SUB-03)', async () => {
    const { api, customer } = await ownerInArrears();
    await replaceCard(customer, testCards.good);
    const better = await offerProduct(product, { price: 20, maxUsers: 9, tier: 3 });
    const paid = async () =>
      totalPaid((await sandboxRecordsOfCustomer(product, customer)).invoices);
    const before = await paid();
    const query = { subscriptionPriceId: better };
    const shown = await api.subscriptions.getUpcomingInvoice({ query });
    expect(shown).toMatchObject({ owedBefore: 3_000 });
    const { amountDue, prorationDate } = shown ?? {};
    const body = { ...query, amountDue, prorationDate };
    const { invoices } = await api.subscriptions.update({ body });
    expect(invoices.map(({ status }) => status)).not.toContain('open');
    expect((await paid()) - before).toBe(amountDue);
  });
});
