import { endDiscount } from '#sandbox/stripe/catalogue/discounts.ts';
import { chargeInvoice, defaultPaymentMethod } from '#sandbox/stripe/invoices/collection.ts';
import {
  createDraftInvoice,
  finalizeInvoice,
  voidInvoice,
} from '#sandbox/stripe/invoices/lifecycle.ts';
import { newInvoice } from '#sandbox/stripe/invoices/new-invoice.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  type Coupon,
  type Discount,
  idOf,
  type Invoice,
  type ObjectKind,
  type ObjectsByKind,
  type PromotionCode,
  type Subscription,
} from '#sandbox/stripe/store/types.ts';
import { endSubscription } from '#sandbox/stripe/subscriptions/end.ts';
import { currentPeriodEnd } from '#sandbox/stripe/subscriptions/periods.ts';
import { planRenewal } from '#sandbox/stripe/subscriptions/renewal.ts';
import { recordTrialWillEnd } from '#sandbox/stripe/subscriptions/trial.ts';
import { firstPaymentSeconds } from './due-time.ts';

/** Applies what is due for an object; the repository's time is the time at which it was due. */
export async function applyScheduledChange(
  objects: ObjectRepository,
  object: ObjectsByKind[ObjectKind],
): Promise<void> {
  if ('deleted' in object && object.deleted) return;
  if (object.object === 'subscription') return processSubscription(objects, object);
  if (object.object === 'invoice') return processInvoice(objects, object);
  if (object.object === 'discount') return expireDiscount(objects, object);
  if (object.object === 'coupon') return expireCoupon(objects, object);
  if (object.object === 'promotion_code') return expirePromotionCode(objects, object);
}

async function processSubscription(objects: ObjectRepository, was: Subscription): Promise<void> {
  const { now } = objects;
  if (was.status === 'incomplete') {
    if (was.created + firstPaymentSeconds <= now) await endSubscription(objects, was);
    return;
  }
  if (was.cancel_at !== null && was.cancel_at <= now) {
    await endSubscription(objects, was, was.cancellation_details ?? {});
    return;
  }
  if (was.status === 'trialing') return processTrial(objects, was);
  if (was.pending_update && was.pending_update.expires_at <= now) {
    await voidInvoice(objects, await objects.get('invoice', idOf(was.latest_invoice ?? '')));
    return processSubscription(objects, await objects.get('subscription', was.id));
  }
  if (was.status !== 'paused' && currentPeriodEnd(was) <= now) await startNextPeriod(objects, was);
}

/** Announces a trial's end three days before, and ends the trial as its settings say. */
async function processTrial(objects: ObjectRepository, was: Subscription): Promise<void> {
  if ((was.trial_end ?? 0) > objects.now) return recordTrialWillEnd(objects, was);
  const ending = was.trial_settings?.end_behavior.missing_payment_method;
  if (ending !== 'create_invoice' && (await lacksPaymentMethod(objects, was))) {
    if (ending === 'cancel') {
      await endSubscription(objects, was, { reason: null });
      return;
    }
    const is: Subscription = { ...was, status: 'paused' };
    await objects.saveWithoutEvent(is);
    return objects.recordEvent('customer.subscription.paused', is);
  }
  await startNextPeriod(objects, was);
}

/** Returns true when the next invoice has an amount due and there is no payment method for it. */
async function lacksPaymentMethod(objects: ObjectRepository, was: Subscription): Promise<boolean> {
  const { bill } = await planRenewal(objects, was);
  const draft = newInvoice(bill, objects.now);
  return draft.amount_due > 0 && !(await defaultPaymentMethod(objects, draft));
}

const draftSeconds = 3_600;

/** Starts the next period; its invoice stays a draft for an hour. */
async function startNextPeriod(objects: ObjectRepository, was: Subscription): Promise<void> {
  const { is, bill } = await planRenewal(objects, was);
  await objects.update('customer.subscription.updated', was, is);
  const automatically_finalizes_at = objects.now + draftSeconds;
  await createDraftInvoice(objects, { ...bill, details: { automatically_finalizes_at } });
}

/** Finalizes and charges a draft; retries a failed payment. */
async function processInvoice(objects: ObjectRepository, was: Invoice): Promise<void> {
  if (!(await objects.find('customer', idOf(was.customer ?? '')))) return;
  const isDraft = was.status === 'draft';
  const at = isDraft ? was.automatically_finalizes_at : was.next_payment_attempt;
  if (at === null || at > objects.now) return;
  const open = isDraft ? await finalizeInvoice(objects, was) : was;
  if (open.status !== 'open') return;
  await chargeInvoice(objects, open, { offSession: true, isScheduled: true });
}

async function expireDiscount(objects: ObjectRepository, discount: Discount): Promise<void> {
  if (discount.end !== null && discount.end <= objects.now) await endDiscount(objects, discount);
}

async function expireCoupon(objects: ObjectRepository, was: Coupon): Promise<void> {
  if (was.redeem_by === null || was.redeem_by > objects.now) return;
  await objects.update('coupon.updated', was, { ...was, valid: false });
}

async function expirePromotionCode(objects: ObjectRepository, was: PromotionCode): Promise<void> {
  if (was.expires_at === null || was.expires_at > objects.now) return;
  await objects.update('promotion_code.updated', was, { ...was, active: false });
}
