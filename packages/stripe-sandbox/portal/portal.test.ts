import { expect, test } from 'vitest';
import { createMonthlyPrice, startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { sandbox, stripe } = await startTestSandbox();
const { portal } = sandbox;

const enabled = { enabled: true };
const { id: configuration } = await stripe.billingPortal.configurations.create({
  features: { payment_method_update: enabled, subscription_cancel: enabled },
});
const returnUrl = 'https://shop.test/account';

/** Creates a customer in a trial of Pro with a portal session. */
const openPortal = async () => {
  const price = await createMonthlyPrice(stripe, 1_900);
  const customer = await stripe.customers.create({ name: 'Ana & Sons', email: 'ana@example.com' });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    trial_period_days: 14,
  });
  const { id, url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration,
    return_url: returnUrl,
  });
  return { customer, subscription, session: id, url };
};

test('a portal session has a secret URL and shows its own customer only', async () => {
  await openPortal();
  const { customer, subscription, session, url } = await openPortal();
  expect(new URL(url).pathname).toBe(`/portal/${session}`);
  expect(session).toMatch(/^bps_\w{24}$/);
  const view = await portal.read(session);
  expect(view).toMatchObject({
    customer: { name: customer.name, email: customer.email },
    returnUrl,
    card: null,
    subscriptions: [{ id: subscription.id, status: 'trialing' }],
  });
  expect(view.invoices.map((invoice) => invoice.customer)).toEqual([customer.id]);
  await expect(portal.read('bps_none')).rejects.toMatchObject({ status: 404 });
});

test('a session needs a customer and a return URL', async () => {
  const { customer } = await openPortal();
  const create = stripe.billingPortal.sessions.create.bind(stripe.billingPortal.sessions);
  await expect(create({ customer: 'cus_none' })).rejects.toMatchObject({ param: 'customer' });
  await expect(
    create({ customer: customer.id, configuration, return_url: 'javascript:alert(1)' }),
  ).rejects.toMatchObject({ code: 'url_invalid' });
  await expect(create({ customer: customer.id })).rejects.toThrow('No configuration provided');
  await expect(create({ customer: customer.id, configuration: 'bpc_none' })).rejects.toMatchObject({
    param: 'configuration',
  });
});

test('a card entered in the portal is charged from then on', async () => {
  const { customer, session } = await openPortal();
  await portal.changeCard(session, 'pm_card_visa');
  expect((await portal.read(session)).card).toMatchObject({ brand: 'visa', last4: '4242' });
  const kept = await stripe.customers.retrieve(customer.id);
  expect(kept).toMatchObject({
    invoice_settings: { default_payment_method: expect.stringMatching(/^pm_/) },
  });
  const declined = portal.changeCard(session, 'pm_card_chargeDeclined');
  await expect(declined).rejects.toMatchObject({ status: 402 });
  expect((await portal.read(session)).card).toMatchObject({ last4: '4242' });
});

test('cancels a subscription at the end of its period, and undoes that', async () => {
  const { subscription, session } = await openPortal();
  const other = await openPortal();
  await portal.cancelAtPeriodEnd(session, subscription.id, true);
  const ending = await stripe.subscriptions.retrieve(subscription.id);
  expect(ending).toMatchObject({
    cancel_at: ending.items.data[0]?.current_period_end,
    cancel_at_period_end: false,
  });
  await portal.cancelAtPeriodEnd(session, subscription.id, false);
  const going = await stripe.subscriptions.retrieve(subscription.id);
  expect(going.cancel_at).toBeNull();
  await expect(
    portal.cancelAtPeriodEnd(session, other.subscription.id, true),
  ).rejects.toMatchObject({
    status: 404,
  });
});

test('a session expires after an hour', async () => {
  const { session } = await openPortal();
  await sandbox.advance(3_700);
  await expect(portal.read(session)).rejects.toMatchObject({ status: 404 });
});

test('authorizes an invoice only with the key in its URL', async () => {
  const { customer } = await openPortal();
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
  const url = new URL(invoice?.invoice_pdf ?? '');
  expect(url.pathname).toBe(`/invoices/${invoice?.id}.pdf`);
  const right = url.searchParams.get('key') ?? '';
  await sandbox.authorizeInvoice(invoice?.id ?? '', right);
  for (const key of ['', 'undefined', `${right}x`]) {
    await expect(sandbox.authorizeInvoice(invoice?.id ?? '', key)).rejects.toMatchObject({
      status: 404,
    });
  }
});

test('a configuration that is changed no longer lets customers cancel', async () => {
  const { subscription, session } = await openPortal();
  const features = { subscription_cancel: { enabled: false } };
  const changed = await stripe.billingPortal.configurations.update(configuration, { features });
  expect(changed.features.payment_method_update.enabled).toBe(true);
  await expect(portal.cancelAtPeriodEnd(session, subscription.id, true)).rejects.toMatchObject({
    status: 400,
  });
  const { data } = await stripe.billingPortal.configurations.list({ active: true });
  expect(data).toEqual([changed]);
});
