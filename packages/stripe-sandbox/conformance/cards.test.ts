import { expect, test } from 'vitest';
import { catchStripeError } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, createCustomer } = await connectToProvider();

test('A card is attached, listed, made the default, and unusable once detached [docs.stripe.com/api/payment_methods/detach]', async () => {
  const customer = await createCustomer(null);
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  expect(method).toMatchObject({ customer: customer.id, card: { last4: '4242' } });
  const settings = { default_payment_method: method.id };
  expect(await stripe.customers.update(customer.id, { invoice_settings: settings })).toMatchObject({
    invoice_settings: settings,
  });
  const listed = await stripe.customers.listPaymentMethods(customer.id);
  expect(listed.data.map(({ id }) => id)).toEqual([method.id]);
  const narrowed = await stripe.paymentMethods.list({ customer: customer.id, type: 'card' });
  expect(narrowed.data).toEqual(listed.data);

  expect(await stripe.paymentMethods.detach(method.id)).toMatchObject({ customer: null });
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toEqual([]);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  const back = stripe.paymentMethods.attach(method.id, { customer: customer.id });
  expect(await catchStripeError(back)).toMatchObject({
    message: expect.stringContaining('detached'),
  });
});

test('A card of a customer can’t become another customer’s default [docs.stripe.com/api/payment_methods/attach]', async () => {
  const [ana, rui] = [await createCustomer(null), await createCustomer(null)];
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: ana.id });
  const settings = { default_payment_method: method.id };
  const taken = stripe.customers.update(rui.id, { invoice_settings: settings });
  expect(await catchStripeError(taken)).toMatchObject({
    code: 'resource_missing',
    param: 'invoice_settings[default_payment_method]',
  });
  const moved = stripe.paymentMethods.attach(method.id, { customer: rui.id });
  expect(await catchStripeError(moved)).toMatchObject({ statusCode: 400 });
});
