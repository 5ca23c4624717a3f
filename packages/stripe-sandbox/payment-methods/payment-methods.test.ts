import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { catchStripeError, startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();

const later = new Date().getUTCFullYear() + 3;
const card = (number: string, more: object = {}) => ({
  type: 'card' as const,
  card: { number, exp_month: 5, exp_year: later, cvc: '314', ...more },
});
const newCustomer = (more: Stripe.CustomerCreateParams = {}) =>
  stripe.customers.create({ email: 'ana@example.com', ...more });

describe('a card', () => {
  test('is stored without its number and recognized by its fingerprint', async () => {
    const method = await stripe.paymentMethods.create(card('4242 4242 4242 4242'));
    expect(method).toMatchObject({
      id: expect.stringMatching(/^pm_\w{24}$/),
      customer: null,
      card: { brand: 'visa', last4: '4242', exp_month: 5, exp_year: later, funding: 'credit' },
    });
    expect(JSON.stringify(method)).not.toContain('4242424242424242');
    const again = await stripe.paymentMethods.create(card('4242424242424242', { exp_month: 6 }));
    const other = await stripe.paymentMethods.create(card('5555555555554444'));
    expect(again.card?.fingerprint).toBe(method.card?.fingerprint);
    expect(other.card).toMatchObject({ brand: 'mastercard' });
    expect(other.card?.fingerprint).not.toBe(method.card?.fingerprint);
    const amex = await stripe.paymentMethods.create(card('378282246310005', { cvc: '1234' }));
    expect(amex.card).toMatchObject({ brand: 'amex', last4: '0005' });
  });

  test('is refused with 402 when its data is invalid', async () => {
    const refused = (number: string, more?: object) =>
      catchStripeError(stripe.paymentMethods.create(card(number, more)));
    const error = { type: 'StripeCardError', statusCode: 402 };
    expect(await refused('4242424242424241')).toMatchObject({
      ...error,
      code: 'incorrect_number',
      param: 'number',
      message: 'Your card number is incorrect.',
    });
    const past = new Date().getUTCFullYear() - 1;
    const year = { ...error, code: 'invalid_expiry_year' };
    expect(await refused('4242424242424242', { exp_year: past })).toMatchObject(year);
    const month = { ...error, code: 'invalid_expiry_month' };
    expect(await refused('4242424242424242', { exp_month: 13 })).toMatchObject(month);
    const cvc = { ...error, code: 'invalid_cvc' };
    expect(await refused('4242424242424242', { cvc: '12' })).toMatchObject(cvc);
    expect(await refused('4929000000006')).toMatchObject({
      ...error,
      code: 'card_declined',
      declineCode: 'test_mode_live_card',
    });
  });

  test('becomes a payment method through a token that works once', async () => {
    const { number, exp_month: month, exp_year: year, cvc } = card('4242424242424242').card;
    const token = await stripe.tokens.create({
      card: { number, exp_month: `${month}`, exp_year: `${year}`, cvc },
    });
    expect(token).toMatchObject({ object: 'token', used: false, card: { last4: '4242' } });
    const spend = () => stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
    expect((await spend()).card).toMatchObject({ last4: '4242', exp_month: month });
    expect(await catchStripeError(spend())).toMatchObject({ code: 'token_already_used' });
    const famous = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    expect(famous.card).toMatchObject({ brand: 'visa' });
  });
});

describe("a customer's card", () => {
  test("is attached with the customer's creation and detached with its deletion", async () => {
    const method = await stripe.paymentMethods.create(card('4242424242424242'));
    const customer = await newCustomer({
      payment_method: method.id,
      invoice_settings: { default_payment_method: method.id },
    });
    expect(customer.invoice_settings.default_payment_method).toBe(method.id);
    await stripe.customers.del(customer.id);
    expect(await stripe.paymentMethods.retrieve(method.id)).toMatchObject({ customer: null });
  });

  test('is declined when it is attached, unless it declines only charges', async () => {
    const { id: customer } = await newCustomer();
    const attach = (name: string) => stripe.paymentMethods.attach(name, { customer });
    expect(await catchStripeError(attach('pm_card_chargeDeclined'))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      declineCode: 'generic_decline',
    });
    const poor = await stripe.paymentMethods.create(card('4000000000009995'));
    expect(await catchStripeError(attach(poor.id))).toMatchObject({
      declineCode: 'insufficient_funds',
    });
    expect(await attach('pm_card_chargeCustomerFail')).toMatchObject({ customer });
    expect(await catchStripeError(attach('pm_card_nobody'))).toMatchObject({
      code: 'resource_missing',
    });
  });
});
