import type { Stripe } from 'stripe';

/** The state of a payment or of a setup intent. */
export type Settlement =
  | { outcome: 'paid' }
  /** The bank requires authentication (3-D Secure); the browser runs it with this secret. */
  | { outcome: 'authenticate'; clientSecret: string }
  | { outcome: 'declined'; reason: string | null }
  /** No payment was requested yet, or it was canceled. */
  | { outcome: 'void' };

type AttemptedIntent = Pick<Stripe.PaymentIntent, 'status' | 'client_secret'> & {
  last_payment_error?: Stripe.PaymentIntent['last_payment_error'];
  last_setup_error?: Stripe.SetupIntent['last_setup_error'];
};

/** Converts a payment intent or a setup intent. */
export function settlementOfIntent(tried: AttemptedIntent | Stripe.SetupIntent): Settlement {
  const { status, client_secret: clientSecret } = tried;
  if (status === 'succeeded') return { outcome: 'paid' };
  if (status === 'canceled') return { outcome: 'void' };
  if (status !== 'requires_payment_method' && clientSecret !== null) {
    return { outcome: 'authenticate', clientSecret };
  }
  const error =
    ('last_payment_error' in tried ? tried.last_payment_error : null) ??
    ('last_setup_error' in tried ? tried.last_setup_error : null);
  return { outcome: 'declined', reason: error?.decline_code || error?.code || null };
}

/** Converts an invoice with expanded `confirmation_secret` and payment intents. */
export function settlementOfInvoice(invoice: Stripe.Invoice): Settlement {
  if (invoice.status === 'paid') return { outcome: 'paid' };
  if (invoice.status !== 'open') return { outcome: 'void' };
  const operation = paymentIntentOf(invoice);
  if (!operation || typeof operation === 'string') return { outcome: 'declined', reason: null };
  const clientSecret =
    operation.client_secret ?? invoice.confirmation_secret?.client_secret ?? null;
  return settlementOfIntent({ ...operation, client_secret: clientSecret });
}

/** Returns the payment intent of an invoice; its id unless it is expanded. */
export const paymentIntentOf = (invoice: Stripe.Invoice) =>
  (invoice.payments?.data.find(({ is_default }) => is_default) ?? invoice.payments?.data[0])
    ?.payment.payment_intent;
