import { endDiscount } from '#sandbox/stripe/catalogue/discounts.ts';
import { expireDispute } from '#sandbox/stripe/disputes/decide.ts';
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
import { createUncollectedInvoice } from '#sandbox/stripe/subscriptions/pause-collection.ts';
import { enterPause } from '#sandbox/stripe/subscriptions/pause-state.ts';
import { onPaymentFailed } from '#sandbox/stripe/subscriptions/payment-results.ts';
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
  if (object.object === 'dispute') return expireDispute(objects, object);
  if (object.object === 'coupon') return expireCoupon(objects, object);
  if (object.object === 'promotion_code') return expirePromotionCode(objects, object);
}

async function processSubscription(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<void> {
  const { now } = objects;
  if (previous.status === 'incomplete') {
    if (previous.created + firstPaymentSeconds <= now) await endSubscription(objects, previous);
    return;
  }
  if (previous.cancel_at !== null && previous.cancel_at <= now) {
    await endSubscription(objects, previous, previous.cancellation_details ?? {});
    return;
  }
  const collectsAt = previous.pause_collection?.resumes_at;
  if (collectsAt && collectsAt <= now) {
    const collecting = { ...previous, pause_collection: null };
    await objects.update('customer.subscription.updated', previous, collecting);
    return processSubscription(objects, collecting);
  }
  if (previous.status === 'trialing') return processTrial(objects, previous);
  if (previous.pending_update && previous.pending_update.expires_at <= now) {
    await voidInvoice(objects, await objects.get('invoice', idOf(previous.latest_invoice ?? '')));
    return processSubscription(objects, await objects.get('subscription', previous.id));
  }
  if (previous.status !== 'paused' && currentPeriodEnd(previous) <= now)
    await startNextPeriod(objects, previous);
}

/** Announces a trial's end three days before, and ends the trial as its settings say. */
async function processTrial(objects: ObjectRepository, previous: Subscription): Promise<void> {
  if ((previous.trial_end ?? 0) > objects.now) return recordTrialWillEnd(objects, previous);
  const ending = previous.trial_settings?.end_behavior.missing_payment_method;
  if (ending !== 'create_invoice' && (await lacksPaymentMethod(objects, previous))) {
    if (ending === 'cancel') {
      await endSubscription(objects, previous, { reason: null });
      return;
    }
    await enterPause(objects, previous, 'trial_end_without_payment_method');
    return;
  }
  await startNextPeriod(objects, previous);
}

/** Returns true when there is no payment method for the next invoice, whatever its amount. */
async function lacksPaymentMethod(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<boolean> {
  const { bill } = await planRenewal(objects, previous);
  const draft = await newInvoice(objects, bill);
  if (draft.collection_method === 'send_invoice') return false;
  return !(await defaultPaymentMethod(objects, draft));
}

const draftSeconds = 3_600;

/** Starts the next period; its invoice stays a draft for an hour. */
async function startNextPeriod(objects: ObjectRepository, previous: Subscription): Promise<void> {
  const { updated, bill } = await planRenewal(objects, previous);
  await objects.update('customer.subscription.updated', previous, updated);
  if (updated.pause_collection)
    return createUncollectedInvoice(objects, bill, updated.pause_collection);
  const automatically_finalizes_at = objects.now + draftSeconds;
  await createDraftInvoice(objects, { ...bill, details: { automatically_finalizes_at } });
}

/** Finalizes and charges a draft; retries a failed payment. */
async function processInvoice(objects: ObjectRepository, previous: Invoice): Promise<void> {
  if (!(await objects.find('customer', idOf(previous.customer ?? '')))) return;
  const isDraft = previous.status === 'draft';
  if (previous.collection_method === 'send_invoice' && !isDraft) {
    const isOverdue = previous.status === 'open' && (previous.due_date ?? 0) <= objects.now;
    return isOverdue ? onPaymentFailed(objects, previous) : undefined;
  }
  const at = isDraft ? previous.automatically_finalizes_at : previous.next_payment_attempt;
  if (at === null || at > objects.now) return;
  const open = isDraft ? await finalizeInvoice(objects, previous) : previous;
  if (open.status !== 'open' || open.collection_method === 'send_invoice') return;
  await chargeInvoice(objects, open, { offSession: true, isScheduled: true });
}

async function expireDiscount(objects: ObjectRepository, discount: Discount): Promise<void> {
  if (discount.end !== null && discount.end <= objects.now) await endDiscount(objects, discount);
}

async function expireCoupon(objects: ObjectRepository, previous: Coupon): Promise<void> {
  if (previous.redeem_by === null || previous.redeem_by > objects.now) return;
  await objects.update('coupon.updated', previous, { ...previous, valid: false });
}

async function expirePromotionCode(
  objects: ObjectRepository,
  previous: PromotionCode,
): Promise<void> {
  if (previous.expires_at === null || previous.expires_at > objects.now) return;
  await objects.update('promotion_code.updated', previous, { ...previous, active: false });
}
