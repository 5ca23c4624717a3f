import { expect, test } from 'vitest';
import { catchStripeError } from '#sandbox/stripe/test/fixtures.ts';
import { attachDefaultCard, connectToProvider } from './test/provider.ts';

const { stripe, subscribe, invoicesOf } = await connectToProvider();
const hour = 3_600;
const day = 86_400;
const incomplete = { payment_behavior: 'allow_incomplete' } as const;

test('A declined first payment leaves an incomplete subscription, which another card completes [docs.stripe.com/billing/subscriptions/overview]', async () => {
  const { id, customer, made } = await subscribe({
    card: 'pm_card_chargeCustomerFail',
    ...incomplete,
  });
  expect(made.status).toBe('incomplete');
  const invoice = String(made.latest_invoice);
  expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
    status: 'open',
    attempted: true,
  });
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  expect((await stripe.invoices.pay(invoice)).status).toBe('paid');
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
});

test('An incomplete subscription expires after 23 hours, and its invoice is void [docs.stripe.com/billing/subscriptions/overview]', async () => {
  const { id, advance } = await subscribe({ card: 'pm_card_chargeCustomerFail', ...incomplete });
  await advance(24 * hour);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired');
  const [invoice] = await invoicesOf(id);
  expect(invoice?.status).toBe('void');
});

test('A first payment that wants authentication leaves a payment that requires it [docs.stripe.com/testing#regulatory-cards]', async () => {
  const { made } = await subscribe({ card: 'pm_card_authenticationRequired', ...incomplete });
  expect(made.status).toBe('incomplete');
  const { confirmation_secret: secret, payments } = await stripe.invoices.retrieve(
    String(made.latest_invoice),
    { expand: ['confirmation_secret', 'payments'] },
  );
  expect(secret?.client_secret).toMatch(/_secret_/);
  const [payment] = payments?.data ?? [];
  const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent));
  expect(intent.status).toBe('requires_action');
});

test('A subscription that costs something needs a card [docs.stripe.com/api/subscriptions/create]', async () => {
  const error = await catchStripeError(subscribe({ card: null, ...incomplete }));
  expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing' });
});

test('A trial charges nothing before its end, and its first payment can fail [docs.stripe.com/billing/subscriptions/trials]', async () => {
  const { id, customer, made, advance } = await subscribe({ trial_period_days: 7 });
  expect(made.status).toBe('trialing');
  const [first] = await invoicesOf(id);
  expect(first).toMatchObject({ status: 'paid', total: 0 });
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  await advance(7 * day + 2 * hour);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
  const [charged] = await invoicesOf(id);
  expect(charged).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle' });
});
