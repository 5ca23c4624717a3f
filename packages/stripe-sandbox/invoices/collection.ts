import { newPaymentIntent } from '#sandbox/stripe/payments/new-intent.ts';
import { attemptPayment } from '#sandbox/stripe/payments/payment-attempt.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  idOf,
  type Invoice,
  type InvoicePayment,
  type PaymentIntent,
} from '#sandbox/stripe/store/types.ts';
import type { PaymentMethod } from '#sandbox/stripe/store/types.ts';
import {
  invoiceSubscription,
  onPaymentFailed,
  onInvoicePaid,
} from '#sandbox/stripe/subscriptions/payment-results.ts';

/** Way in which an invoice is charged. */
export type ChargeOptions = {
  /** Payment method; by default the invoice's, the subscription's or the customer's. */
  method?: PaymentMethod;
  /** True when the cardholder is not present. */
  offSession: boolean;
  /** True for a scheduled attempt, which counts for the retry schedule. */
  isScheduled: boolean;
};

/** Creates the payment of a final invoice without charging it. */
export async function openInvoicePayment(
  objects: ObjectRepository,
  invoice: Invoice,
): Promise<PaymentIntent> {
  const method = await defaultPaymentMethod(objects, invoice);
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer && idOf(invoice.customer),
      description: purposes[invoice.billing_reason ?? ''] ?? null,
      method: method?.id ?? null,
      metadata: {},
      savesCard: invoice.parent !== null,
    },
    objects.now,
  );
  await objects.create('payment_intent.created', intent);
  await objects.createWithoutEvent(newPayment(invoice, intent, objects.now));
  return intent;
}

const purposes: Record<string, string> = {
  manual: 'Payment for Invoice',
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
};

/** Tries to charge an invoice and records the result. */
export async function chargeInvoice(
  objects: ObjectRepository,
  invoice: Invoice,
  options: ChargeOptions,
): Promise<void> {
  const method = options.method ?? (await defaultPaymentMethod(objects, invoice));
  if (!method) return recordFailedPayment(objects, invoice, options);
  const intent = await invoicePaymentIntent(objects, invoice);
  const { offSession } = options;
  const updated = await attemptPayment(objects, intent, {
    method,
    offSession,
    allowsPendingAction: true,
  });
  await applyPaymentResult(objects, updated, options);
}

/** Updates an invoice and its subscription to the result of the payment. */
export async function applyPaymentResult(
  objects: ObjectRepository,
  intent: PaymentIntent,
  options: Omit<ChargeOptions, 'method'>,
): Promise<void> {
  const contains = { payment: { payment_intent: intent.id } };
  const [payment] = await objects.list('invoice_payment', { contains }, { limit: 1 });
  if (!payment) return;
  const invoice = await objects.get('invoice', idOf(payment.invoice));
  if (intent.status === 'succeeded') return markInvoicePaid(objects, invoice, intent);
  if (intent.status === 'requires_payment_method')
    return recordFailedPayment(objects, invoice, options);
  if (intent.status !== 'requires_action') return;
  const updated = withAttempt(invoice, { ...options, now: objects.now });
  await objects.saveWithoutEvent(updated);
  if (options.offSession) await objects.recordEvent('invoice.payment_failed', updated);
  await objects.recordEvent('invoice.payment_action_required', updated);
  await onPaymentFailed(objects, updated);
}

/** Marks an invoice paid; without an intent it was paid with credit or outside of Stripe. */
export async function markInvoicePaid(
  objects: ObjectRepository,
  previous: Invoice,
  intent?: PaymentIntent,
) {
  const updated: Invoice = {
    ...previous,
    amount_paid: previous.amount_due,
    amount_remaining: 0,
    attempt_count: intent ? Math.max(1, previous.attempt_count) : previous.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...previous.status_transitions, paid_at: objects.now },
  };
  for (const payment of await objects.list('invoice_payment', { parent: previous.id })) {
    await closeInvoicePayment(objects, payment, intent ? 'paid' : 'canceled');
  }
  await objects.update('invoice.paid', previous, updated);
  await objects.recordEvent('invoice.payment_succeeded', updated);
  await onInvoicePaid(
    objects,
    updated,
    intent?.payment_method ? idOf(intent.payment_method) : null,
  );
}

async function recordFailedPayment(
  objects: ObjectRepository,
  previous: Invoice,
  options: Omit<ChargeOptions, 'method'>,
) {
  const updated = withAttempt(previous, { ...options, now: objects.now });
  await objects.saveWithoutEvent(updated);
  await objects.recordEvent('invoice.payment_failed', updated);
  await onPaymentFailed(objects, updated);
}

/** Days after which a failed renewal is retried. */
const retryDays = [3, 5, 7];

/** Returns when an invoice is charged again after its attempts so far; null when it is not. */
export function nextRetry({ attempt_count: attempts }: Invoice, now: number) {
  if (attempts === 0) return now + 3_600;
  const days = retryDays[attempts - 1];
  return days ? now + days * 86_400 : null;
}

/** Counts the first attempt always, and later ones only when scheduled. */
function withAttempt(
  previous: Invoice,
  { isScheduled, now }: { isScheduled: boolean; now: number },
): Invoice {
  if (!isScheduled && previous.attempt_count > 0) return previous;
  const isRetried = previous.auto_advance && previous.billing_reason !== 'subscription_create';
  const updated = { ...previous, attempt_count: previous.attempt_count + 1, attempted: true };
  return { ...updated, next_payment_attempt: isRetried ? nextRetry(updated, now) : null };
}

/** Closes an invoice's payment as paid or canceled. */
export async function closeInvoicePayment(
  objects: ObjectRepository,
  payment: InvoicePayment,
  status: 'canceled' | 'paid',
) {
  const paid = status === 'paid';
  const updated: InvoicePayment = {
    ...payment,
    amount_paid: paid ? payment.amount_requested : null,
    status,
    status_transitions: {
      canceled_at: paid ? null : objects.now,
      paid_at: paid ? objects.now : null,
    },
  };
  await objects.saveWithoutEvent(updated);
  if (paid) return objects.recordEvent('invoice_payment.paid', updated);
  const intent = await objects.get('payment_intent', idOf(payment.payment.payment_intent ?? ''));
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  await objects.update('payment_intent.canceled', intent, {
    ...intent,
    canceled_at: objects.now,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  });
}

/** Returns the payment of an invoice; creates it if there is none. */
export async function invoicePaymentIntent(
  objects: ObjectRepository,
  invoice: Invoice,
): Promise<PaymentIntent> {
  const [payment] = await objects.list('invoice_payment', { parent: invoice.id }, { limit: 1 });
  const id = payment?.payment.payment_intent;
  return id ? objects.get('payment_intent', idOf(id)) : openInvoicePayment(objects, invoice);
}

/** Returns the default payment method: the invoice's, the subscription's or the customer's. */
export async function defaultPaymentMethod(
  objects: ObjectRepository,
  invoice: Invoice,
): Promise<PaymentMethod | undefined> {
  const subscription = await invoiceSubscription(objects, invoice);
  const customer = invoice.customer && (await objects.find('customer', idOf(invoice.customer)));
  const chosen =
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    (customer ? customer.invoice_settings.default_payment_method : null);
  return chosen ? objects.find('payment_method', idOf(chosen)) : undefined;
}

const newPayment = (invoice: Invoice, intent: PaymentIntent, now: number): InvoicePayment => ({
  id: newId('inpay'),
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: invoice.amount_due,
  created: now,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});
