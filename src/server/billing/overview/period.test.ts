import { expect, describe, test } from 'vitest';
import type { PeriodFigures } from '#contract/overview.ts';
import { reconcileAllNow } from '#server/billing/payments/test/fixtures.ts';
import {
  failureCodeOf,
  offerProduct,
  registerWithPlan,
  sandboxControlsOf,
  testCards,
} from '#server/billing/subscriptions/test/fixtures.ts';
import { signInOperator, testApplication, type TestMember } from '#server/test/application.ts';

const product = await testApplication();
const sandboxControls = sandboxControlsOf(product);
const { api: operator } = await signInOperator(product);
const paid = await offerProduct(product, { price: 10, tier: 2 });
const euro = await offerProduct(product, { price: 8, tier: 2, currency: 'eur' });
const tried = await offerProduct(product, { price: 20, tier: 2, trialDays: 14 });

const withCard = (card = testCards.good) => ({ subscriptionCardToken: card });
const figuresIn = async (currency: 'usd' | 'eur' = 'usd'): Promise<PeriodFigures> => {
  const all = await operator.overview.getPeriod({ query: { months: 12 } });
  return all.find((figures) => figures.currency === currency) ?? expect.fail('No figures');
};
const pay = ({ api }: TestMember, token: string) =>
  api.subscriptions.updateCardToken({ params: { token } });

/** Registers an organization whose payment fails at the first renewal. */
const failing = async (price = paid) => {
  const owner = await registerWithPlan(product, price, withCard());
  await pay(owner, testCards.failsLater);
  await sandboxControls.advance(31.5);
  await reconcileAllNow(product);
  return owner;
};

describe('Trial conversion (R-OPR-09)', () => {
  test('counts a trial once it has ended, and as converted once the organization pays', async () => {
    const owner = await registerWithPlan(product, tried);
    expect((await figuresIn()).trials).toEqual({ ended: 0, converted: 0 });
    await owner.api.subscriptions.cancel({ body: {} });
    expect((await figuresIn()).trials).toEqual({ ended: 1, converted: 0 });
    const unpaid = await operator.overview.getTrials();
    expect(unpaid.items).toMatchObject([
      { tenant: { id: owner.tenant }, currency: 'usd', paidAt: null },
    ]);
    await owner.api.subscriptions.update({ body: { subscriptionPriceId: paid, ...withCard() } });
    expect((await figuresIn()).trials).toEqual({ ended: 1, converted: 1 });
    const { items } = await operator.overview.getTrials();
    expect(items).toMatchObject([{ tenant: { id: owner.tenant }, paidAt: expect.any(String) }]);
  });

  test('counts a trial that ends without a card as not converted', async () => {
    const { tenant } = await registerWithPlan(product, tried);
    const { trials: before } = await figuresIn();
    await sandboxControls.advance(14.1);
    await reconcileAllNow(product);
    const { ended, converted } = (await figuresIn()).trials;
    expect([ended, converted]).toEqual([before.ended + 1, before.converted]);
    const { items } = await operator.overview.getTrials({ query: { limit: 1 } });
    expect(items).toMatchObject([{ tenant: { id: tenant }, paidAt: null }]);
  });
});

describe('Recovered payments (R-OPR-09)', () => {
  test('counts an invoice when its payment fails, and as recovered when it is paid', async () => {
    const owner = await failing();
    expect((await figuresIn()).invoices).toEqual({ failed: 1, recovered: 0 });
    const { items } = await operator.overview.getFailedInvoices();
    expect(items).toMatchObject([
      { tenant: { id: owner.tenant }, amount: 1_000, currency: 'usd', paidAt: null },
    ]);
    await pay(owner, testCards.good);
    expect((await figuresIn()).invoices).toEqual({ failed: 1, recovered: 1 });
    const paidNow = await operator.overview.getFailedInvoices();
    const [invoice] = (await owner.api.subscriptions.getCurrent()).invoices;
    expect(paidNow.items).toMatchObject([{ id: invoice?.id, paidAt: expect.any(String) }]);
  });

  test('an invoice that is voided with its subscription is not recovered', async () => {
    const owner = await failing();
    const { invoices: before } = await figuresIn();
    await owner.api.subscriptions.cancel({ body: {} });
    expect((await figuresIn()).invoices).toEqual(before);
    expect(before.failed - before.recovered).toBe(1);
  });

  test('the first payment of a subscription is not counted', async () => {
    const { invoices: before } = await figuresIn();
    const owner = await registerWithPlan(product, tried);
    await owner.api.subscriptions.cancel({ body: {} });
    const body = { subscriptionPriceId: paid, ...withCard(testCards.failsLater) };
    expect(await failureCodeOf(owner.api.subscriptions.update({ body }))).toBe(
      'billing.cardDeclined',
    );
    await reconcileAllNow(product);
    expect((await figuresIn()).invoices).toEqual(before);
  });

  test('is by currency, paged, and outlives the organization', async () => {
    const owner = await failing(euro);
    expect((await figuresIn('eur')).invoices).toEqual({ failed: 1, recovered: 0 });
    await owner.api.tenants.remove({ params: { id: owner.tenant } });
    const query = { currency: 'eur' } as const;
    const { items } = await operator.overview.getFailedInvoices({ query });
    expect(items).toMatchObject([{ tenant: { id: owner.tenant, name: null }, amount: 800 }]);
    const all = await operator.overview.getFailedInvoices();
    const first = await operator.overview.getFailedInvoices({ query: { limit: 1 } });
    const rest = await operator.overview.getFailedInvoices({
      query: { cursor: first.next ?? '' },
    });
    expect([...first.items, ...rest.items]).toEqual(all.items);
  });
});

test('refuses a period that is not on offer', async () => {
  const months = 7 as 12;
  expect(await failureCodeOf(operator.overview.getPeriod({ query: { months } }))).toBe(
    'validation',
  );
});

test('A trial whose first payment fails is neither converted nor revenue until it is paid (R-OPR-09)', async () => {
  const owner = await registerWithPlan(product, tried);
  await pay(owner, testCards.failsLater);
  const { trials: before } = await figuresIn();
  await sandboxControls.advance(16);
  await reconcileAllNow(product);
  const afterwards = (await figuresIn()).trials;
  expect(afterwards).toEqual({ ended: before.ended + 1, converted: before.converted });
  const { items: unpaid } = await operator.overview.getTrials({ query: { limit: 1 } });
  expect(unpaid).toMatchObject([{ tenant: { id: owner.tenant }, paidAt: null }]);
  const movements = async () =>
    (await operator.overview.getMovements()).items
      .filter(({ tenant }) => tenant.id === owner.tenant)
      .map(({ kind }) => kind);
  expect(await movements()).toEqual([]);
  await pay(owner, testCards.good);
  await expect.poll(movements).toEqual(['new']);
  expect((await figuresIn()).trials.converted).toBe(before.converted + 1);
});
