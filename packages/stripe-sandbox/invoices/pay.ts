import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { customerPaymentMethod } from '#sandbox/stripe/payment-methods/attach.ts';
import { cardApiError } from '#sandbox/stripe/payment-methods/card-errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Invoice } from '#sandbox/stripe/store/types.ts';
import {
  chargeInvoice,
  defaultPaymentMethod,
  invoicePaymentIntent,
  markInvoicePaid,
} from './collection.ts';
import { assertDraft } from './draft.ts';
import { finalizeInvoice } from './lifecycle.ts';

type PayParams = {
  payment_method?: string;
  off_session?: boolean;
  paid_out_of_band?: boolean;
};

/** Pays an invoice now; throws 402 when the card is declined or needs authentication. */
export async function payInvoice(
  objects: ObjectRepository,
  found: Invoice,
  params: PayParams,
): Promise<Invoice> {
  const previous = found.status === 'draft' ? await finalizeInvoice(objects, found) : found;
  if (previous.status === 'paid' && found.status === 'draft') return previous;
  assertOpen(previous);
  if (params.paid_out_of_band) {
    await markInvoicePaid(objects, previous);
    return objects.get('invoice', previous.id);
  }
  const customer = idOf(previous.customer ?? '');
  const method = params.payment_method
    ? await customerPaymentMethod(objects, customer, [params.payment_method, 'payment_method'])
    : await defaultPaymentMethod(objects, previous);
  if (!method) throw invalidRequest(nothingToCharge);
  const offSession = params.off_session ?? true;
  await chargeInvoice(objects, previous, { method, offSession, isScheduled: false });
  const updated = await objects.get('invoice', previous.id);
  if (updated.status === 'paid') return updated;
  const intent = await invoicePaymentIntent(objects, updated);
  if (intent.status === 'requires_action') {
    throw cardApiError(
      { code: 'invoice_payment_intent_requires_action', message: actionRequiredMessage },
      { payment_intent: intent },
    );
  }
  const { code = 'card_declined', decline_code, message = '' } = intent.last_payment_error ?? {};
  throw cardApiError({ code, decline_code, message }, { payment_intent: intent });
}

function assertOpen(invoice: Invoice) {
  if (invoice.status === 'open' || invoice.status === 'uncollectible') return;
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  assertDraft(invoice);
}

const nothingToCharge =
  'There is no `default_payment_method` set on this Customer or Invoice. Please attach a payment ' +
  'method to the customer, or pass one.';
const actionRequiredMessage =
  'This payment requires additional user action before it can be completed successfully. Payment ' +
  'can be completed using the PaymentIntent associated with the invoice.';
