import { describe, expect, test } from 'vitest';
import {
  createPayingCustomer,
  catchStripeError,
  startTestSandbox,
  lastEventTypes,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, authenticatePayment } = await startTestSandbox();

const amount = { amount: 1_099, currency: 'eur' };

describe('a payment', () => {
  test('waits for a card and succeeds with it', async () => {
    const intent = await stripe.paymentIntents.create(amount);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      client_secret: expect.stringMatching(new RegExp(`^${intent.id}_secret_\\w{24}$`)),
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_mastercard',
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1_099 });
    expect(await lastEventTypes(stripe, 3)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(await catchStripeError(stripe.paymentIntents.confirm(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  test('is refused with 402 when declined, stores the reason and can be retried', async () => {
    const intent = await stripe.paymentIntents.create(amount);
    const declined = stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    });
    expect(await catchStripeError(declined)).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      paymentIntent: { id: intent.id, status: 'requires_payment_method' },
    });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(await lastEventTypes(stripe, 2)).toEqual([
      'charge.failed',
      'payment_intent.payment_failed',
    ]);
    const again = { payment_method: 'pm_card_visa' };
    expect(await stripe.paymentIntents.confirm(intent.id, again)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    });
  });

  test('can be changed while it is open, and not after', async () => {
    const { id } = await stripe.paymentIntents.create(amount);
    const change = { amount: 500, metadata: { order: '7' }, payment_method: 'pm_card_visa' };
    expect(await stripe.paymentIntents.update(id, change)).toMatchObject({
      amount: 500,
      metadata: { order: '7' },
      status: 'requires_confirmation',
    });
    expect(await stripe.paymentIntents.confirm(id)).toMatchObject({ amount_received: 500 });
    expect(await catchStripeError(stripe.paymentIntents.update(id, { amount: 600 }))).toMatchObject(
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  });

  test("can't be paid once canceled", async () => {
    const { id } = await stripe.paymentIntents.create(amount);
    expect(await stripe.paymentIntents.cancel(id)).toMatchObject({ status: 'canceled' });
    const late = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await catchStripeError(late)).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });
});

describe('3-D Secure', () => {
  const confirmed = (payment_method: string, more: object = {}) =>
    stripe.paymentIntents.create({ ...amount, confirm: true, payment_method, ...more });

  test('requires authentication, which the cardholder passes', async () => {
    const intent = await confirmed('pm_card_authenticationRequired');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect(await authenticatePayment(intent.client_secret ?? '', 'succeed')).toMatchObject({
      status: 'succeeded',
    });
    expect(await lastEventTypes(stripe, 4)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    await expect(authenticatePayment(intent.client_secret ?? '', 'succeed')).rejects.toThrow(
      'succeeded',
    );
  });

  test('leaves the payment unpaid after a failed authentication, for another card', async () => {
    const intent = await confirmed('pm_card_threeDSecure2Required');
    await authenticatePayment(intent.client_secret ?? '', 'fail');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
  });

  test('can be passed and the bank still declines', async () => {
    const intent = await confirmed('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
    await authenticatePayment(intent.client_secret ?? '', 'succeed');
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'insufficient_funds' },
    });
  });

  test('accepts only the client secret of the intent', async () => {
    const intent = await confirmed('pm_card_authenticationRequired');
    await expect(authenticatePayment(`${intent.id}_secret_guess`, 'succeed')).rejects.toThrow(
      'No such',
    );
    await expect(authenticatePayment('guess', 'succeed')).rejects.toThrow('No such');
  });

  test('refuses an off-session payment unless the card was set up', async () => {
    const { id: customer } = await createPayingCustomer(stripe, null);
    const card = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
      customer,
    });
    const alone = { customer, off_session: true };
    expect(await catchStripeError(confirmed(card.id, alone))).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
    });
    const setup = await stripe.setupIntents.create({
      customer,
      payment_method: card.id,
      confirm: true,
    });
    expect(setup.status).toBe('requires_action');
    await authenticatePayment(setup.client_secret ?? '', 'succeed');
    expect(await confirmed(card.id, alone)).toMatchObject({ status: 'succeeded' });
    expect((await confirmed(card.id, { customer })).status).toBe('requires_action');
  });
});

describe('setting up a card', () => {
  test('attaches it to the customer', async () => {
    const { id: customer } = await createPayingCustomer(stripe, null);
    const { id } = await stripe.setupIntents.create({ customer });
    const done = await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(done.status).toBe('succeeded');
    const { data } = await stripe.customers.listPaymentMethods(customer);
    expect(data.map((method) => method.id)).toEqual([done.payment_method]);
    expect(await lastEventTypes(stripe, 3)).toEqual([
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ]);
  });

  test('is refused with 402 for a declining card, and fails with the authentication', async () => {
    const { id: customer } = await createPayingCustomer(stripe, null);
    const { id } = await stripe.setupIntents.create({ customer });
    const declined = stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' });
    expect(await catchStripeError(declined)).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      setupIntent: { id, status: 'requires_payment_method' },
    });
    const request = await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
    });
    await authenticatePayment(request.client_secret ?? '', 'fail');
    expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
    expect(await stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' });
  });
});
