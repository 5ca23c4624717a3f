import { describe, expect, test } from 'vitest';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { type TestMember, registerOwner, testApplication } from '#server/test/application.ts';
import {
  createPayingTenant,
  storedSubscriptions,
  recurringPricesOf,
  connectToSandbox,
  reconcileAllNow,
  providerSubscriptions,
  sentNotifications,
} from './test/fixtures.ts';

const product = await testApplication();
const { sandbox, stripe } = await connectToSandbox(product);
const prices = await recurringPricesOf(product);
await sandbox.setDeliveryMode({ mode: 'off', delaySeconds: 0 });
const day = 86_400;

/** Advances the sandbox's clock; the endpoint answers once the product has followed. */
const advance = async (days: number) => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/sandbox/payments/clock',
    payload: { advanceSeconds: days * day },
  });
  expect(answer.statusCode).toBe(200);
};

const payerOf = async ({ tenant, user }: TestMember) => {
  const { rows } = await product.open.owner.query<{ customer: string }>(
    'select customer_id as customer from tenants where id = $1',
    [tenant],
  );
  return { tenant: trusted.tenantId(tenant), customer: rows[0]?.customer ?? '', email: user.email };
};

const subscriptionOf = async (customer: string) => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' });
  const [found] = data;
  if (!found) throw new Error('No subscription');
  return found;
};

const writing = { description: 'PETR4', quantity: 1, price: 1, date: '2026-01-01' };
const write = ({ api }: TestMember) =>
  api.transactions.create({ body: writing }).then(
    () => 'written',
    (error: { code: string }) => error.code,
  );

const kinds = async (member: TestMember) =>
  (await sentNotifications(product, await payerOf(member))).causes.map(
    (cause) => cause.split(':')[0],
  );

const textsOf = async ({ user }: TestMember) => {
  const mails = (await product.app.inject(`/sandbox/mail.json?to=${user.email}`)).json();
  return (mails as { text: string }[]).map(({ text }) => text);
};

describe('A failed renewal (R-SUB-09)', () => {
  test('has its own 14 days, whatever was written off before', async () => {
    const owner = await registerOwner(product);
    const { customer, tenant } = await payerOf(owner);
    const { id } = await subscriptionOf(customer);
    const useCard = async (name: string) => {
      const { id: card } = await stripe.paymentMethods.attach(name, { customer });
      const invoice_settings = { default_payment_method: card };
      await stripe.customers.update(customer, { invoice_settings });
    };
    await useCard('pm_card_chargeCustomerFail');
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    const { latest_invoice: owed } = await subscriptionOf(customer);
    await stripe.invoices.markUncollectible(String(owed));
    await useCard('pm_card_visa');
    await advance(367);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'active' });
    await useCard('pm_card_chargeCustomerFail');
    await advance(366);
    expect(await subscriptionOf(customer)).toMatchObject({ status: 'past_due' });
    expect(await storedSubscriptions(product, tenant)).toEqual(
      await providerSubscriptions(stripe, customer),
    );
    expect(await write(owner)).toBe('written');
  });

  test('keeps full access for 14 days, then read-only access, and restores it once paid', async () => {
    const owner = await registerOwner(product);
    const payer = await payerOf(owner);
    const { id } = await subscriptionOf(payer.customer);
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: payer.customer,
    });
    await stripe.customers.update(payer.customer, {
      invoice_settings: { default_payment_method: card.id },
    });
    // The trial ends immediately, and the card is declined.
    await stripe.subscriptions.update(id, { trial_end: 'now' }).catch(() => undefined);
    await advance(1);
    expect(await subscriptionOf(payer.customer)).toMatchObject({ status: 'past_due' });
    expect(await storedSubscriptions(product, payer.tenant)).toEqual(
      await providerSubscriptions(stripe, payer.customer),
    );
    expect(await write(owner)).toBe('written');
    expect(await kinds(owner)).toEqual(['failed']);
    await expect
      .poll(() => textsOf(owner))
      .toContainEqual(expect.stringMatching(/não foi possível processar[^]+Valor em aberto: \S+/i));

    await advance(12);
    expect(await write(owner)).toBe('written');
    await advance(2);
    expect(await write(owner)).toBe('billing.readOnly');
    await expect(owner.api.transactions.getAll()).resolves.toMatchObject({ next: null });
    expect(await kinds(owner)).toEqual(['failed', 'failed', 'graceEnds', 'readOnly']);

    const { data } = await stripe.invoices.list({ customer: payer.customer, status: 'open' });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: payer.customer });
    for (const invoice of data) {
      await stripe.invoices.pay(invoice.id, { payment_method: good.id });
    }
    await reconcileAllNow(product);
    expect(await write(owner)).toBe('written');
    const { causes, subjects } = await sentNotifications(product, payer);
    expect(causes.map((cause) => cause.split(':')[0])).toEqual([
      'failed',
      'failed',
      'graceEnds',
      'paid',
      'readOnly',
    ]);
    expect(subjects).toContainEqual(expect.stringMatching(/^Pagamento de .* recebido$/));
  });
});

describe('A cancellation at the end of the period (R-SUB-10)', () => {
  test('shows its date, and ends access then even without an event', async () => {
    const payer = await createPayingTenant(product, stripe);
    const { id, trial_end: end } = await stripe.subscriptions.create({
      customer: payer.customer,
      items: [{ price: prices[0] ?? '' }],
      trial_period_days: 5,
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await reconcileAllNow(product);
    expect(await storedSubscriptions(product, payer.tenant)).toMatchObject([
      { status: 'trialing', ends: end },
    ]);
    const tier = `select tier from app.entitlement($1)`;
    const client = await product.open.owner.connect();
    try {
      const now = async () => (await client.query(tier, [payer.tenant])).rows;
      expect(await now()).not.toEqual([{ tier: 0 }]);
      // No other connection sees the moved clock: a sweep would mark the provider's events as read days ahead.
      await client.query('begin');
      await client.query('update app.billing_clock set offset_seconds = offset_seconds + $1', [
        6 * day,
      ]);
      expect(await now()).toEqual([{ tier: 0 }]);
      await client.query('rollback');
    } finally {
      client.release(true);
    }
  });
});

describe('While webhooks are off', () => {
  test('the next scheduled run reconciles every customer (R-SUB-02)', async () => {
    const payers = await Promise.all(
      Array.from({ length: 12 }, () => createPayingTenant(product, stripe)),
    );
    for (const [n, { customer }] of payers.entries()) {
      const { id, items } = await stripe.subscriptions.create({
        customer,
        items: [{ price: prices[n % 2] ?? '' }],
        trial_period_days: 10,
      });
      if (n % 3 === 1) await stripe.subscriptions.cancel(id);
      if (n % 3 === 2) {
        const change = { id: items.data[0]?.id ?? '', price: prices[(n + 1) % 2] ?? '' };
        await stripe.subscriptions.update(id, { items: [change] });
      }
    }
    await reconcileAllNow(product);
    for (const { tenant, customer } of payers) {
      await expect
        .poll(() => storedSubscriptions(product, tenant), { timeout: 10_000 })
        .toEqual(await providerSubscriptions(stripe, customer));
    }
    const { rows } = await product.open.owner.query(
      'select id from provider_events where settled_at is null',
    );
    expect(rows).toEqual([]);
  });

  test('a difference without an event is found by comparing', async () => {
    const payer = await createPayingTenant(product, stripe);
    const { id } = await stripe.subscriptions.create({
      customer: payer.customer,
      items: [{ price: prices[0] ?? '' }],
      trial_period_days: 10,
    });
    await reconcileAllNow(product);
    await product.open.owner.query(
      `update tenant_products set status = 'canceled', end_date = now() where service_id = $1`,
      [id],
    );
    // The comparison alone can find it: all events are stored and settled.
    await reconcileAllNow(product);
    expect(await storedSubscriptions(product, payer.tenant)).toMatchObject([
      { id, status: 'trialing' },
    ]);
  });
});

test('an owner returning from the provider’s pages sees what was changed there', async () => {
  const owner = await registerOwner(product);
  const { customer } = await payerOf(owner);
  const { id, trial_end: end } = await subscriptionOf(customer);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  // Makes the last reading old enough to be repeated.
  await product.open.owner.query(
    `update billing_reconciliations set reconciled_at = now() - interval '1 minute'`,
  );
  const { activeProduct } = await owner.api.subscriptions.getCurrent();
  expect(activeProduct?.endDate).toBe(new Date((end ?? 0) * 1_000).toISOString());
});
