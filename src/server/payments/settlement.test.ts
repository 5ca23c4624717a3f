import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Standing } from './books.ts';
import { graceEndsOf } from './grace.ts';
import { paymentIntentOf, settlementOf, settlementOfInvoice } from './settlement.ts';

/** The parts of an object of the provider that are looked at. */
const intent = (parts: Partial<Stripe.PaymentIntent>) =>
  ({ client_secret: 'secret', last_payment_error: null, ...parts }) as Stripe.PaymentIntent;
const setup = (parts: Partial<Stripe.SetupIntent>) =>
  ({ client_secret: 'secret', last_setup_error: null, ...parts }) as Stripe.SetupIntent;
const failed = (parts: object) => parts as Stripe.PaymentIntent.LastPaymentError;
const paidBy = (...payments: [payment: Stripe.PaymentIntent | string, isDefault: boolean][]) =>
  ({
    data: payments.map(([payment, is_default]) => ({
      is_default,
      payment: { payment_intent: payment },
    })),
  }) as Stripe.ApiList<Stripe.InvoicePayment>;
const invoice = (parts: Partial<Stripe.Invoice>) =>
  ({ status: 'open', confirmation_secret: null, ...parts }) as Stripe.Invoice;

describe('A payment', () => {
  test.each([
    ['succeeded', { outcome: 'paid' }],
    ['canceled', { outcome: 'void' }],
    ['requires_action', { outcome: 'authenticate', clientSecret: 'secret' }],
    ['requires_confirmation', { outcome: 'authenticate', clientSecret: 'secret' }],
    ['requires_payment_method', { outcome: 'declined', reason: null }],
  ] as const)('that is %s', (status, outcome) => {
    expect(settlementOf(intent({ status }))).toEqual(outcome);
    expect(settlementOf(setup({ status }))).toEqual(outcome);
  });

  test('that nobody could confirm is declined', () => {
    const status = 'requires_action';
    expect(settlementOf(intent({ status, client_secret: null }))).toEqual({
      outcome: 'declined',
      reason: null,
    });
  });

  test.each([
    [{ decline_code: 'insufficient_funds', code: 'card_declined' }, 'insufficient_funds'],
    [{ code: 'expired_card' }, 'expired_card'],
    [{ decline_code: '', code: 'card_declined' }, 'card_declined'],
    [{}, null],
  ])('that failed with %j is declined for %s', (error, reason) => {
    const status = 'requires_payment_method';
    const declined = { outcome: 'declined', reason };
    expect(settlementOf(intent({ status, last_payment_error: failed(error) }))).toEqual(declined);
    expect(settlementOf(setup({ status, last_setup_error: failed(error) }))).toEqual(declined);
  });
});

describe('An invoice', () => {
  test.each([
    ['paid', 'paid'],
    ['draft', 'void'],
    ['void', 'void'],
    ['uncollectible', 'void'],
  ] as const)('that is %s', (status, outcome) => {
    const payments = paidBy([intent({ status: 'requires_action' }), true]);
    expect(settlementOfInvoice(invoice({ status, payments }))).toEqual({ outcome });
  });

  test.each([
    ['has no payment', {}],
    [
      'has a payment that was not looked up',
      {
        payments: paidBy(['pi_1', true]),
        confirmation_secret: { client_secret: 'secret', type: 'payment_intent' },
      },
    ],
  ])('that %s is declined', (_, parts) => {
    expect(settlementOfInvoice(invoice(parts))).toEqual({ outcome: 'declined', reason: null });
  });

  test('is confirmed with the secret of its payment, else with its own', () => {
    const confirmation_secret = { client_secret: 'of the invoice', type: 'payment_intent' };
    const waiting = { status: 'requires_action' } as const;
    const secretOf = (parts: Partial<Stripe.PaymentIntent>) =>
      settlementOfInvoice(
        invoice({
          confirmation_secret,
          payments: paidBy([intent({ ...waiting, ...parts }), true]),
        }),
      );
    expect(secretOf({})).toEqual({ outcome: 'authenticate', clientSecret: 'secret' });
    expect(secretOf({ client_secret: null })).toEqual({
      outcome: 'authenticate',
      clientSecret: 'of the invoice',
    });
    const nowhere = paidBy([intent({ ...waiting, client_secret: null }), true]);
    expect(settlementOfInvoice(invoice({ payments: nowhere }))).toMatchObject({
      outcome: 'declined',
    });
  });

  test('is settled by its default payment, else by the first', () => {
    const two = (isDefault: boolean) => paidBy(['pi_1', false], ['pi_2', isDefault]);
    expect(paymentIntentOf(invoice({ payments: two(true) }))).toBe('pi_2');
    expect(paymentIntentOf(invoice({ payments: two(false) }))).toBe('pi_1');
    expect(paymentIntentOf(invoice({ payments: paidBy() }))).toBeUndefined();
    expect(paymentIntentOf(invoice({}))).toBeUndefined();
  });
});

describe('Grace (readings, Subscriptions)', () => {
  const [asked, trial, start] = ['2026-03-10', '2026-02-10', '2026-01-10'].map(
    (day) => new Date(`${day}T12:00:00Z`),
  ) as [Date, Date, Date];
  const standing = (parts: Partial<Standing>) =>
    ({
      status: 'past_due',
      owed: { invoice: 'in_1', since: asked },
      trialEnd: trial,
      startedAt: start,
      metadata: {},
      ...parts,
    }) as Standing;
  const endsOf = (parts: Partial<Standing>, days = 14) =>
    graceEndsOf(standing(parts), days)?.toISOString() ?? null;

  test('is some days from when the oldest unpaid invoice asked for money', () => {
    expect(endsOf({})).toBe('2026-03-24T12:00:00.000Z');
    expect(endsOf({}, 0)).toBe('2026-03-10T12:00:00.000Z');
  });

  test('is from the end of the trial, or the start, without an invoice', () => {
    expect(endsOf({ owed: null })).toBe('2026-02-24T12:00:00.000Z');
    expect(endsOf({ owed: null, trialEnd: null })).toBe('2026-01-24T12:00:00.000Z');
  });

  test('is none while nothing is overdue', () => {
    expect(endsOf({ status: 'active' })).toBe(null);
    expect(endsOf({ status: 'canceled' })).toBe(null);
  });
});
