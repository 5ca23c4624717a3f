import { endDiscount } from './discounts.ts';
import { incompleteSeconds } from './due.ts';
import { draftInvoice, finalizeInvoice, voidInvoice } from './invoice-issue.ts';
import { chargeInvoice, methodFor } from './invoice-payment.ts';
import type { Ledger } from './ledger.ts';
import { newInvoice } from './new-invoice.ts';
import { periodEndOf } from './periods.ts';
import { renewal } from './renewal.ts';
import { endSubscription } from './subscription-end.ts';
import { announceTrialEnd } from './trial.ts';
import {
  type Coupon,
  type Discount,
  idOf,
  type Invoice,
  type Kind,
  type Kinds,
  type PromotionCode,
  type Subscription,
} from './wire.ts';

/** Applies what is due for an object; the ledger's time is the time at which it was due. */
export async function whatIsDue(ledger: Ledger, object: Kinds[Kind]): Promise<void> {
  if ('deleted' in object && object.deleted) return;
  if (object.object === 'subscription') return subscriptionDue(ledger, object);
  if (object.object === 'invoice') return invoiceDue(ledger, object);
  if (object.object === 'discount') return discountDue(ledger, object);
  if (object.object === 'coupon') return couponDue(ledger, object);
  if (object.object === 'promotion_code') return codeDue(ledger, object);
}

async function subscriptionDue(ledger: Ledger, was: Subscription): Promise<void> {
  const { now } = ledger;
  if (was.status === 'incomplete') {
    if (was.created + incompleteSeconds <= now) await endSubscription(ledger, was);
    return;
  }
  if (was.cancel_at !== null && was.cancel_at <= now) {
    await endSubscription(ledger, was, was.cancellation_details ?? {});
    return;
  }
  if (was.status === 'trialing') return trialDue(ledger, was);
  if (was.pending_update && was.pending_update.expires_at <= now) {
    await voidInvoice(ledger, await ledger.get('invoice', idOf(was.latest_invoice ?? '')));
    return subscriptionDue(ledger, await ledger.get('subscription', was.id));
  }
  if (was.status !== 'paused' && periodEndOf(was) <= now) await renew(ledger, was);
}

/** Announces a trial's end three days before, and ends the trial as its settings say. */
async function trialDue(ledger: Ledger, was: Subscription): Promise<void> {
  if ((was.trial_end ?? 0) > ledger.now) return announceTrialEnd(ledger, was);
  const ending = was.trial_settings?.end_behavior.missing_payment_method;
  if (ending !== 'create_invoice' && (await lacksMethod(ledger, was))) {
    if (ending === 'cancel') {
      await endSubscription(ledger, was, { reason: null });
      return;
    }
    const is: Subscription = { ...was, status: 'paused' };
    await ledger.save(is);
    return ledger.record('customer.subscription.paused', is);
  }
  await renew(ledger, was);
}

/** Returns true when the next invoice has an amount due and there is no payment method for it. */
async function lacksMethod(ledger: Ledger, was: Subscription): Promise<boolean> {
  const { bill } = await renewal(ledger, was);
  const draft = newInvoice(bill, ledger.now);
  return draft.amount_due > 0 && !(await methodFor(ledger, draft));
}

const draftSeconds = 3_600;

/** Starts the next period; its invoice stays a draft for an hour. */
async function renew(ledger: Ledger, was: Subscription): Promise<void> {
  const { is, bill } = await renewal(ledger, was);
  await ledger.update('customer.subscription.updated', was, is);
  const automatically_finalizes_at = ledger.now + draftSeconds;
  await draftInvoice(ledger, { ...bill, details: { automatically_finalizes_at } });
}

/** Finalizes and charges a draft; retries a failed payment. */
async function invoiceDue(ledger: Ledger, was: Invoice): Promise<void> {
  if (!(await ledger.find('customer', idOf(was.customer ?? '')))) return;
  const isDraft = was.status === 'draft';
  const at = isDraft ? was.automatically_finalizes_at : was.next_payment_attempt;
  if (at === null || at > ledger.now) return;
  const open = isDraft ? await finalizeInvoice(ledger, was) : was;
  if (open.status !== 'open') return;
  await chargeInvoice(ledger, open, { offSession: true, automatic: true });
}

async function discountDue(ledger: Ledger, discount: Discount): Promise<void> {
  if (discount.end !== null && discount.end <= ledger.now) await endDiscount(ledger, discount);
}

async function couponDue(ledger: Ledger, was: Coupon): Promise<void> {
  if (was.redeem_by === null || was.redeem_by > ledger.now) return;
  await ledger.update('coupon.updated', was, { ...was, valid: false });
}

async function codeDue(ledger: Ledger, was: PromotionCode): Promise<void> {
  if (was.expires_at === null || was.expires_at > ledger.now) return;
  await ledger.update('promotion_code.updated', was, { ...was, active: false });
}
