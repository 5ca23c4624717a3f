import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { graceEndsOf } from '#server/billing/payments/tenant-product-rows.ts';
import type { SubscriptionState } from './customer-snapshot.ts';
import { paymentIntentOf, settlementOfIntent, settlementOfInvoice } from './settlement.ts';

/** Builds objects of the provider with only the fields that are read. */
const operation = (parts: Partial<Stripe.PaymentIntent>) =>
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

describe('The settlement of a payment', () => {
  test.each([
    ['succeeded', { outcome: 'paid' }],
    ['canceled', { outcome: 'void' }],
    ['requires_action', { outcome: 'authenticate', clientSecret: 'secret' }],
    ['requires_confirmation', { outcome: 'authenticate', clientSecret: 'secret' }],
    ['requires_payment_method', { outcome: 'declined', reason: null }],
  ] as const)('follows the status %s', (status, outcome) => {
    expect(settlementOfIntent(operation({ status }))).toEqual(outcome);
    expect(settlementOfIntent(setup({ status }))).toEqual(outcome);
  });

  test('is declined when the client secret is missing', () => {
    const status = 'requires_action';
    expect(settlementOfIntent(operation({ status, client_secret: null }))).toEqual({
      outcome: 'declined',
      reason: null,
    });
  });

  test.each([
    [{ decline_code: 'insufficient_funds', code: 'card_declined' }, 'insufficient_funds'],
    [{ code: 'expired_card' }, 'expired_card'],
    [{ decline_code: '', code: 'card_declined' }, 'card_declined'],
    [{}, null],
  ])('is declined for an error %j with the reason %s', (error, reason) => {
    const status = 'requires_payment_method';
    const declined = { outcome: 'declined', reason };
    expect(settlementOfIntent(operation({ status, last_payment_error: failed(error) }))).toEqual(
      declined,
    );
    expect(settlementOfIntent(setup({ status, last_setup_error: failed(error) }))).toEqual(
      declined,
    );
  });
});

describe('The settlement of an invoice', () => {
  test.each([
    ['paid', 'paid'],
    ['draft', 'void'],
    ['void', 'void'],
    ['uncollectible', 'void'],
  ] as const)('follows the status %s', (status, outcome) => {
    const payments = paidBy([operation({ status: 'requires_action' }), true]);
    expect(settlementOfInvoice(invoice({ status, payments }))).toEqual({ outcome });
  });

  test.each([
    ['has no payment', {}],
    [
      'has an unexpanded payment',
      {
        payments: paidBy(['pi_1', true]),
        confirmation_secret: { client_secret: 'secret', type: 'payment_intent' },
      },
    ],
  ])('is declined when it %s', (_, parts) => {
    expect(settlementOfInvoice(invoice(parts))).toEqual({ outcome: 'declined', reason: null });
  });

  test('uses the client secret of its payment, else its own', () => {
    const confirmation_secret = { client_secret: 'of the invoice', type: 'payment_intent' };
    const waiting = { status: 'requires_action' } as const;
    const secretOf = (parts: Partial<Stripe.PaymentIntent>) =>
      settlementOfInvoice(
        invoice({
          confirmation_secret,
          payments: paidBy([operation({ ...waiting, ...parts }), true]),
        }),
      );
    expect(secretOf({})).toEqual({ outcome: 'authenticate', clientSecret: 'secret' });
    expect(secretOf({ client_secret: null })).toEqual({
      outcome: 'authenticate',
      clientSecret: 'of the invoice',
    });
    const nowhere = paidBy([operation({ ...waiting, client_secret: null }), true]);
    expect(settlementOfInvoice(invoice({ payments: nowhere }))).toMatchObject({
      outcome: 'declined',
    });
  });

  test('uses the default payment, else the first', () => {
    const two = (isDefault: boolean) => paidBy(['pi_1', false], ['pi_2', isDefault]);
    expect(paymentIntentOf(invoice({ payments: two(true) }))).toBe('pi_2');
    expect(paymentIntentOf(invoice({ payments: two(false) }))).toBe('pi_1');
    expect(paymentIntentOf(invoice({ payments: paidBy() }))).toBeUndefined();
    expect(paymentIntentOf(invoice({}))).toBeUndefined();
  });
});

describe('The end of the grace (R-SUB-09)', () => {
  const [asked, trial, start] = ['2026-03-10', '2026-02-10', '2026-01-10'].map(
    (day) => new Date(`${day}T12:00:00Z`),
  ) as [Date, Date, Date];
  const state = (parts: Partial<SubscriptionState>) =>
    ({
      status: 'past_due',
      unpaidInvoice: { invoice: 'in_1', since: asked, amount: 4900, currency: 'usd' },
      trialEnd: trial,
      startedAt: start,
      metadata: {},
      ...parts,
    }) as SubscriptionState;
  const endsOf = (parts: Partial<SubscriptionState>, days = 14) =>
    graceEndsOf(state(parts), days)?.toISOString() ?? null;

  test('counts from the moment the oldest unpaid invoice was finalized', () => {
    expect(endsOf({})).toBe('2026-03-24T12:00:00.000Z');
    expect(endsOf({}, 0)).toBe('2026-03-10T12:00:00.000Z');
  });

  test('counts from the end of the trial, or the start, when there is no invoice', () => {
    expect(endsOf({ unpaidInvoice: null })).toBe('2026-02-24T12:00:00.000Z');
    expect(endsOf({ unpaidInvoice: null, trialEnd: null })).toBe('2026-01-24T12:00:00.000Z');
  });

  test('is null while nothing is overdue', () => {
    expect(endsOf({ status: 'active' })).toBe(null);
    expect(endsOf({ status: 'canceled' })).toBe(null);
  });
});
