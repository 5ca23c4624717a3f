import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { testApplication } from '#server/test/application.ts';
import { reconcileTenant } from './reconcile.ts';
import {
  createPayingTenant,
  storedSubscriptions,
  recurringPricesOf,
  connectToSandbox,
  providerSubscriptions,
  sentNotifications,
} from './test/fixtures.ts';

const product = await testApplication();
const { context } = product;
const { sandbox, stripe } = await connectToSandbox(product);
const [monthly = '', other = ''] = await recurringPricesOf(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });

const trial = (customer: string, days = 14) =>
  stripe.subscriptions.create({
    customer,
    items: [{ price: monthly }],
    trial_period_days: days,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });

const createUncataloguedPrice = async () => {
  const { id: product } = await stripe.products.create({ name: 'Foreign' });
  return stripe.prices.create({
    product,
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
  });
};

const entitlement = async (tenant: string) => {
  const { rows } = await product.open.owner.query(
    'select tier, read_only, app.seat_limit($1) as seats from app.entitlement($1)',
    [tenant],
  );
  return rows[0] as { tier: number; read_only: boolean; seats: number };
};

describe('Reconciliation of a tenant with the provider (R-SUB-01, R-SUB-02)', () => {
  test('writes the provider’s state, however often it runs', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    await trial(customer);
    for (const _ of [1, 2, 3]) await reconcileTenant(context, tenant);
    const rows = await storedSubscriptions(product, tenant);
    expect(rows).toEqual(await providerSubscriptions(stripe, customer));
    expect(rows).toMatchObject([{ status: 'trialing', price: monthly }]);
    expect((await entitlement(tenant)).tier).toBeGreaterThan(1);
  });

  test('follows a change of price, and leaves the free plan when the subscription ends', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id, items } = await trial(customer);
    await reconcileTenant(context, tenant);
    const [item] = items.data;
    await stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: other }] });
    await reconcileTenant(context, tenant);
    expect(await storedSubscriptions(product, tenant)).toMatchObject([{ id, price: other }]);
    await stripe.subscriptions.cancel(id);
    await reconcileTenant(context, tenant);
    expect(await storedSubscriptions(product, tenant)).toEqual(
      await providerSubscriptions(stripe, customer),
    );
    expect(await entitlement(tenant)).toEqual({ tier: 1, read_only: false, seats: 1 });
  });

  test('leads to the free plan when an end is seen that came before the first reading', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id } = await trial(customer);
    await stripe.subscriptions.cancel(id);
    for (const _ of [1, 2]) await reconcileTenant(context, tenant);
    expect((await entitlement(tenant)).tier).toBe(1);
    const payer = { tenant, customer, email: '' };
    expect((await sentNotifications(product, payer)).causes).toEqual([`ended:${id}`]);
  });

  test('leaves out a subscription of an operation that was undone', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly }],
      trial_period_days: 5,
      metadata: { intentId: randomUUID() },
    });
    await stripe.subscriptions.cancel(id);
    await reconcileTenant(context, tenant);
    expect((await entitlement(tenant)).tier).toBe(0);
  });

  test('keeps a product that has no subscription at the provider', async () => {
    const payer = await createPayingTenant(product, stripe);
    await product.open.owner.query(
      `insert into tenant_products (tenant_id, subscription_price_id, status, service_id)
       select $1, id, 'active', null from subscription_prices where price = 0 limit 1`,
      [payer.tenant],
    );
    const { id } = await trial(payer.customer);
    await reconcileTenant(context, payer.tenant);
    await stripe.subscriptions.cancel(id);
    await reconcileTenant(context, payer.tenant);
    expect((await entitlement(payer.tenant)).tier).toBe(1);
  });

  test('announces a payment once its purchase is complete, and never one that was reversed', async () => {
    const payer = await createPayingTenant(product, stripe);
    const { tenant, customer } = payer;
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const purchase = async (state: string) => {
      const { rows } = await product.open.owner.query<{ id: string }>(
        `insert into billing_operations (kind, subject, for_tenant, state)
         values ('buy', $1, $2, $3) returning id`,
        [`test:${randomUUID()}`, tenant, state],
      );
      const intentId = rows[0]?.id ?? '';
      const { id } = await stripe.invoices.create({
        customer,
        currency: 'usd',
        metadata: { intentId },
        pending_invoice_items_behavior: 'exclude',
      });
      await stripe.invoiceItems.create({ customer, invoice: id, amount: 500, currency: 'usd' });
      await stripe.invoices.pay(id, { payment_method: card.id });
      return intentId;
    };
    await purchase('undone');
    const open = await purchase('open');
    await reconcileTenant(context, tenant);
    const causes = async () => (await sentNotifications(product, payer)).causes;
    expect(await causes()).toEqual([]);
    await product.open.owner.query(`update billing_operations set state = 'done' where id = $1`, [
      open,
    ]);
    await reconcileTenant(context, tenant);
    expect(await causes()).toEqual([expect.stringMatching(/^paid:/)]);
  });

  test('fixes the currency with the first payment and not with a trial (R-SUB-11)', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id } = await trial(customer);
    const currencyNow = async () => {
      await reconcileTenant(context, tenant);
      const question = 'select currency from tenants where id = $1';
      return (await product.open.owner.query<{ currency: string | null }>(question, [tenant])).rows;
    };
    expect(await currencyNow()).toEqual([{ currency: null }]);
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: card.id },
    });
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    expect(await currencyNow()).toEqual([{ currency: 'usd' }]);
  });

  test('ends the rows of a customer that was deleted at the provider', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    await trial(customer);
    await reconcileTenant(context, tenant);
    await stripe.customers.del(customer);
    await reconcileTenant(context, tenant);
    expect(await storedSubscriptions(product, tenant)).toMatchObject([{ status: 'canceled' }]);
    expect(await entitlement(tenant)).toMatchObject({ tier: 1, seats: 1 });
  });

  test('keeps access when a wrong API key makes the customer unknown', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    await trial(customer);
    await reconcileTenant(context, tenant);
    await product.open.owner.query('update tenants set customer_id = $1 where id = $2', [
      `cus_${randomUUID()}`,
      tenant,
    ]);
    await expect(reconcileTenant(context, tenant)).rejects.toThrow('No such customer');
    expect(await storedSubscriptions(product, tenant)).toMatchObject([{ status: 'trialing' }]);
  });

  test('reports a price that is paid for and missing from the catalog', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id: price } = await createUncataloguedPrice();
    await stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 5 });
    expect(await reconcileTenant(context, tenant)).toMatchObject({ unknownPrices: [price] });
  });

  test('ends the row of a subscription whose price is missing from the catalog', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id, items } = await trial(customer);
    await reconcileTenant(context, tenant);
    const { id: price } = await createUncataloguedPrice();
    const item = { id: items.data[0]?.id ?? '', price };
    await stripe.subscriptions.update(id, { items: [item] });
    expect(await reconcileTenant(context, tenant)).toMatchObject({ unknownPrices: [price] });
    expect(await storedSubscriptions(product, tenant)).toMatchObject([
      { status: 'trialing', price: monthly },
    ]);
    await stripe.subscriptions.cancel(id);
    expect(await reconcileTenant(context, tenant)).toMatchObject({ unknownPrices: [] });
    expect(await storedSubscriptions(product, tenant)).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('Concurrent readings of the provider (R-SUB-02)', () => {
  /** Returns a context whose payment client delays the result of its first read. */
  const slow = () => {
    const read = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let readings = 0;
    const stripe = Object.assign(Object.create(context.stripe) as StripeClient, {
      async readCustomerSnapshot(customer: string) {
        const records = await context.stripe.readCustomerSnapshot(customer);
        readings += 1;
        read.resolve();
        if (readings === 1) await go.promise;
        return records;
      },
    });
    return { ...context, stripe, read: read.promise, go: go.resolve, count: () => readings };
  };

  test('an outdated reading never overwrites a newer one', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id } = await trial(customer);
    const old = slow();
    const late = reconcileTenant(old, tenant);
    await old.read;
    await stripe.subscriptions.cancel(id);
    await reconcileTenant(context, tenant);
    const versions: string[] = [];
    const status = async () => (await storedSubscriptions(product, tenant))[0]?.status ?? 'none';
    versions.push(await status());
    old.go();
    await late;
    versions.push(await status());
    expect(versions).toEqual(['canceled', 'canceled']);
    expect(old.count()).toBe(2);
  });

  test('a reading is not repeated after two newer ones were written', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    await trial(customer);
    const old = slow();
    const late = reconcileTenant(old, tenant);
    await old.read;
    await reconcileTenant(context, tenant);
    await reconcileTenant(context, tenant);
    old.go();
    await late;
    expect(old.count()).toBe(1);
  });

  test('an outdated reading still reports a price missing from the catalog', async () => {
    const { tenant, customer } = await createPayingTenant(product, stripe);
    const { id: price } = await createUncataloguedPrice();
    await stripe.subscriptions.create({ customer, items: [{ price }], trial_period_days: 5 });
    const old = slow();
    const late = reconcileTenant(old, tenant);
    await old.read;
    await reconcileTenant(context, tenant);
    await reconcileTenant(context, tenant);
    old.go();
    expect(await late).toMatchObject({ unknownPrices: [price] });
  });

  test('a reading holds no database connection while it waits for the provider', async () => {
    const payers = await Promise.all(
      Array.from({ length: 30 }, () => createPayingTenant(product, stripe)),
    );
    const olds = payers.map(() => slow());
    const late = payers.map(({ tenant }, n) => reconcileTenant(olds[n] ?? context, tenant));
    await Promise.all(olds.map((old) => old.read));
    // More readings wait than the pool has connections; another request still gets one.
    await expect(product.anyone.products.getAll()).resolves.toBeTruthy();
    for (const old of olds) old.go();
    await Promise.all(late);
  });
});

describe('Notices to owners and admins (R-SUB-22)', () => {
  test('are sent once for each cause, in the recipient’s language', async () => {
    const payer = await createPayingTenant(product, stripe);
    const { id } = await trial(payer.customer, 2);
    for (const _ of [1, 2]) await reconcileTenant(context, payer.tenant);
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    for (const _ of [1, 2]) await reconcileTenant(context, payer.tenant);
    await stripe.subscriptions.cancel(id);
    await Promise.all([1, 2, 3].map(() => reconcileTenant(context, payer.tenant)));
    const { causes, subjects } = await sentNotifications(product, payer);
    expect(causes.map((cause) => cause.split(':')[0])).toEqual([
      'ended',
      'movesToFree',
      'trialEnds',
    ]);
    expect(subjects).toEqual([
      expect.stringMatching(/^Payer .* is now on Starter, the free plan$/),
      expect.stringMatching(/^Payer .* switches to Starter on /),
      expect.stringMatching(/^Payer.*’s trial ends on /),
    ]);
  });
});
