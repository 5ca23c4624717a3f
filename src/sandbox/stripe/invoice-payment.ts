import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { newPaymentIntent } from './new-intent.ts';
import { attemptPayment } from './payment-attempt.ts';
import { subscriptionOf, subscriptionOwes, subscriptionPaid } from './subscription-payment.ts';
import { idOf, type Invoice, type InvoicePayment, type PaymentIntent } from './wire.ts';
import type { PaymentMethod } from './wire.ts';

/** Way in which an invoice is charged. */
export interface Charge {
  /** Payment method; by default the invoice's, the subscription's or the customer's. */
  method?: PaymentMethod;
  /** True when the cardholder is not present. */
  offSession: boolean;
  /** True for a scheduled attempt, which counts for the retry schedule. */
  automatic: boolean;
}

/** Creates the payment of a final invoice without charging it. */
export async function openPayment(ledger: Ledger, invoice: Invoice): Promise<PaymentIntent> {
  const method = await methodFor(ledger, invoice);
  const intent = newPaymentIntent(
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer && idOf(invoice.customer),
      description: purposes[invoice.billing_reason ?? ''] ?? null,
      method: method?.id ?? null,
      metadata: {},
      keepsCard: invoice.parent !== null,
    },
    ledger.now,
  );
  await ledger.create('payment_intent.created', intent);
  await ledger.keep(newPayment(invoice, intent, ledger.now));
  return intent;
}

const purposes: Record<string, string> = {
  manual: 'Payment for Invoice',
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
};

/** Tries to charge an invoice and records the result. */
export async function chargeInvoice(ledger: Ledger, invoice: Invoice, how: Charge): Promise<void> {
  const method = how.method ?? (await methodFor(ledger, invoice));
  if (!method) return failInvoice(ledger, invoice, how);
  const intent = await paymentOf(ledger, invoice);
  const { offSession } = how;
  const is = await attemptPayment(ledger, intent, { method, offSession, canWait: true });
  await reflectPayment(ledger, is, how);
}

/** Updates an invoice and its subscription to the result of the payment. */
export async function reflectPayment(
  ledger: Ledger,
  intent: PaymentIntent,
  how: Omit<Charge, 'method'>,
): Promise<void> {
  const contains = { payment: { payment_intent: intent.id } };
  const [payment] = await ledger.list('invoice_payment', { contains }, { limit: 1 });
  if (!payment) return;
  const invoice = await ledger.get('invoice', idOf(payment.invoice));
  if (intent.status === 'succeeded') return settleInvoice(ledger, invoice, intent);
  if (intent.status === 'requires_payment_method') return failInvoice(ledger, invoice, how);
  if (intent.status !== 'requires_action') return;
  const is = attempted(invoice, { ...how, now: ledger.now });
  await ledger.save(is);
  if (how.offSession) await ledger.record('invoice.payment_failed', is);
  await ledger.record('invoice.payment_action_required', is);
  await subscriptionOwes(ledger, is);
}

/** Marks an invoice paid; without an intent it was paid with credit or outside of Stripe. */
export async function settleInvoice(ledger: Ledger, was: Invoice, intent?: PaymentIntent) {
  const is: Invoice = {
    ...was,
    amount_paid: was.amount_due,
    amount_remaining: 0,
    attempt_count: intent ? Math.max(1, was.attempt_count) : was.attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...was.status_transitions, paid_at: ledger.now },
  };
  for (const payment of await ledger.list('invoice_payment', { parent: was.id })) {
    await endPayment(ledger, payment, intent ? 'paid' : 'canceled');
  }
  await ledger.update('invoice.paid', was, is);
  await ledger.record('invoice.payment_succeeded', is);
  await subscriptionPaid(ledger, is, intent?.payment_method ? idOf(intent.payment_method) : null);
}

async function failInvoice(ledger: Ledger, was: Invoice, how: Omit<Charge, 'method'>) {
  const is = attempted(was, { ...how, now: ledger.now });
  await ledger.save(is);
  await ledger.record('invoice.payment_failed', is);
  await subscriptionOwes(ledger, is);
}

/** Days after which a failed renewal is retried. */
const retryDays = [3, 5, 7];

/** Counts the first attempt always, and later ones only when scheduled. */
function attempted(was: Invoice, { automatic, now }: { automatic: boolean; now: number }): Invoice {
  if (!automatic && was.attempt_count > 0) return was;
  const days = retryDays[was.attempt_count];
  const isRetried = was.auto_advance && was.billing_reason !== 'subscription_create';
  return {
    ...was,
    attempt_count: was.attempt_count + 1,
    attempted: true,
    next_payment_attempt: isRetried && days ? now + days * 86_400 : null,
  };
}

/** Closes an invoice's payment as paid or canceled. */
export async function endPayment(
  ledger: Ledger,
  payment: InvoicePayment,
  status: 'canceled' | 'paid',
) {
  const paid = status === 'paid';
  const is: InvoicePayment = {
    ...payment,
    amount_paid: paid ? payment.amount_requested : null,
    status,
    status_transitions: {
      canceled_at: paid ? null : ledger.now,
      paid_at: paid ? ledger.now : null,
    },
  };
  await ledger.save(is);
  if (paid) return ledger.record('invoice_payment.paid', is);
  const intent = await ledger.get('payment_intent', idOf(payment.payment.payment_intent ?? ''));
  if (intent.status === 'succeeded' || intent.status === 'canceled') return;
  await ledger.update('payment_intent.canceled', intent, {
    ...intent,
    canceled_at: ledger.now,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  });
}

/** Returns the payment of an invoice; creates it if there is none. */
export async function paymentOf(ledger: Ledger, invoice: Invoice): Promise<PaymentIntent> {
  const [payment] = await ledger.list('invoice_payment', { parent: invoice.id }, { limit: 1 });
  const id = payment?.payment.payment_intent;
  return id ? ledger.get('payment_intent', idOf(id)) : openPayment(ledger, invoice);
}

/** Returns the default payment method: the invoice's, the subscription's or the customer's. */
export async function methodFor(
  ledger: Ledger,
  invoice: Invoice,
): Promise<PaymentMethod | undefined> {
  const subscription = await subscriptionOf(ledger, invoice);
  const customer = invoice.customer && (await ledger.find('customer', idOf(invoice.customer)));
  const chosen =
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    (customer ? customer.invoice_settings.default_payment_method : null);
  return chosen ? ledger.find('payment_method', idOf(chosen)) : undefined;
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
