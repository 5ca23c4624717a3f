import { cardRefused } from './declines.ts';
import { issueInvoice } from './invoice-issue.ts';
import { methodFor, paymentOf } from './invoice-payment.ts';
import type { Ledger } from './ledger.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { subscriptionOwes } from './subscription-payment.ts';
import { noPaymentMethod } from './subscription-terms.ts';
import type { Invoice } from './wire.ts';

type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

interface Wish {
  payment_behavior?: PaymentBehavior;
  off_session?: boolean;
}

/** Returns the bill's amount in minor units. Throws when there is no payment method for it. */
export async function amountDue(ledger: Ledger, bill: Bill, wish: Wish): Promise<number> {
  const draft = newInvoice(bill, ledger.now);
  if (draft.amount_due === 0 || wish.payment_behavior === 'default_incomplete') {
    return draft.amount_due;
  }
  const chosen = bill.subscription?.default_payment_method ?? null;
  const method = await methodFor(ledger, { ...draft, default_payment_method: chosen });
  if (!method) throw noPaymentMethod();
  return draft.amount_due;
}

/** Collects a subscription's bill as requested, or refuses the whole request with 402. */
export async function collect(ledger: Ledger, bill: Bill, wish: Wish): Promise<void> {
  const waits = wish.payment_behavior === 'default_incomplete';
  const offSession = wish.off_session ?? false;
  const invoice = await issueInvoice(ledger, bill, { waits, offSession });
  if (invoice.status === 'paid') return;
  if (wish.payment_behavior === 'error_if_incomplete') throw await unpaid(ledger, invoice);
  if (waits) await subscriptionOwes(ledger, invoice);
}

async function unpaid(ledger: Ledger, invoice: Invoice) {
  const { last_payment_error: error } = await paymentOf(ledger, invoice);
  if (!error?.code) return cardRefused({ code: requiresAction, message: askedToAct });
  const { code, decline_code, message = '' } = error;
  return cardRefused({ code, decline_code, message });
}

const requiresAction = 'subscription_payment_intent_requires_action';
const askedToAct =
  'Payment for this subscription requires additional user action before it can be completed ' +
  'successfully. Payment can be completed using the PaymentIntent associated with ' +
  '`subscription.latest_invoice`.';
