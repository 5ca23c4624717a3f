import { cardRefused } from './declines.ts';
import { invalidRequest } from './failure.ts';
import { assertDraft } from './invoice-draft.ts';
import { finalizeInvoice } from './invoice-issue.ts';
import { chargeInvoice, methodFor, paymentOf, settleInvoice } from './invoice-payment.ts';
import type { Ledger } from './ledger.ts';
import { methodOf } from './payment-method-owner.ts';
import { idOf, type Invoice } from './wire.ts';

interface Wish {
  payment_method?: string;
  off_session?: boolean;
  paid_out_of_band?: boolean;
}

/** Pays an invoice now; throws 402 when the card is declined or needs authentication. */
export async function payInvoice(ledger: Ledger, found: Invoice, wish: Wish): Promise<Invoice> {
  const was = found.status === 'draft' ? await finalizeInvoice(ledger, found) : found;
  if (was.status === 'paid' && found.status === 'draft') return was;
  assertOpen(was);
  if (wish.paid_out_of_band) {
    await settleInvoice(ledger, was);
    return ledger.get('invoice', was.id);
  }
  const customer = idOf(was.customer ?? '');
  const method = wish.payment_method
    ? await methodOf(ledger, customer, [wish.payment_method, 'payment_method'])
    : await methodFor(ledger, was);
  if (!method) throw invalidRequest(nothingToCharge);
  const offSession = wish.off_session ?? true;
  await chargeInvoice(ledger, was, { method, offSession, automatic: false });
  const is = await ledger.get('invoice', was.id);
  if (is.status === 'paid') return is;
  const intent = await paymentOf(ledger, is);
  if (intent.status === 'requires_action') {
    throw cardRefused(
      { code: 'invoice_payment_intent_requires_action', message: askedToAct },
      { payment_intent: intent },
    );
  }
  const { code = 'card_declined', decline_code, message = '' } = intent.last_payment_error ?? {};
  throw cardRefused({ code, decline_code, message }, { payment_intent: intent });
}

function assertOpen(invoice: Invoice) {
  if (invoice.status === 'open' || invoice.status === 'uncollectible') return;
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  assertDraft(invoice);
}

const nothingToCharge =
  'There is no `default_payment_method` set on this Customer or Invoice. Please attach a payment ' +
  'method to the customer, or pass one.';
const askedToAct =
  'This payment requires additional user action before it can be completed successfully. Payment ' +
  'can be completed using the PaymentIntent associated with the invoice.';
