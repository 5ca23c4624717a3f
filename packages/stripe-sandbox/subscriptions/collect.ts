import { defaultPaymentMethod, invoicePaymentIntent } from '#sandbox/stripe/invoices/collection.ts';
import { issueInvoice } from '#sandbox/stripe/invoices/lifecycle.ts';
import { type Bill, newInvoice } from '#sandbox/stripe/invoices/new-invoice.ts';
import { cardApiError } from '#sandbox/stripe/payment-methods/card-errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Invoice } from '#sandbox/stripe/store/types.ts';
import { noPaymentMethodError } from './common-params.ts';
import { onPaymentFailed } from './payment-results.ts';

type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

type CollectionParams = {
  payment_behavior?: PaymentBehavior;
  off_session?: boolean;
};

/** Returns the bill's amount in minor units. Throws when there is no payment method for it. */
export async function amountDue(
  objects: ObjectRepository,
  bill: Bill,
  params: CollectionParams,
): Promise<number> {
  const draft = await newInvoice(objects, bill);
  const isSent = draft.collection_method === 'send_invoice';
  if (draft.amount_due === 0 || isSent || params.payment_behavior === 'default_incomplete') {
    return draft.amount_due;
  }
  const chosen = bill.subscription?.default_payment_method ?? null;
  const method = await defaultPaymentMethod(objects, { ...draft, default_payment_method: chosen });
  if (!method) throw noPaymentMethodError();
  return draft.amount_due;
}

/** Collects a subscription's bill as requested, or refuses the whole request with 402. */
export async function collectPayment(
  objects: ObjectRepository,
  bill: Bill,
  params: CollectionParams,
): Promise<void> {
  const waits = params.payment_behavior === 'default_incomplete';
  const offSession = params.off_session ?? false;
  const invoice = await issueInvoice(objects, bill, { defersPayment: waits, offSession });
  if (invoice.status === 'paid' || invoice.collection_method === 'send_invoice') return;
  if (params.payment_behavior === 'error_if_incomplete') throw await unpaid(objects, invoice);
  if (waits) await onPaymentFailed(objects, invoice);
}

async function unpaid(objects: ObjectRepository, invoice: Invoice) {
  const { last_payment_error: error } = await invoicePaymentIntent(objects, invoice);
  if (!error?.code) return cardApiError({ code: requiresAction, message: actionRequiredMessage });
  const { code, decline_code, message = '' } = error;
  return cardApiError({ code, decline_code, message });
}

const requiresAction = 'subscription_payment_intent_requires_action';
const actionRequiredMessage =
  'Payment for this subscription requires additional user action before it can be completed ' +
  'successfully. Payment can be completed using the PaymentIntent associated with ' +
  '`subscription.latest_invoice`.';
