import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { enumParam, type InferParams, objectParam, required } from '#sandbox/stripe/api/params.ts';
import { loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription } from '#sandbox/stripe/store/types.ts';
import { amountDue, collectPayment } from './collect.ts';
import { enterPause } from './pause-state.ts';
import { prorate } from './proration.ts';
import { planResumption } from './renewal.ts';

/** Parameters of a pause; licensed items alone are billed, so usage has no parameter. */
export const pauseParams = {
  bill_for: objectParam({
    unused_time_from: objectParam({ type: required(enumParam('none', 'now')) }),
  }),
  invoicing_behavior: enumParam('pending_invoice_item'),
  type: enumParam('subscription'),
};

/** Parameters of a resumption: the new period begins now, and its payment is attempted at once. */
export const resumeParams = {
  billing_cycle_anchor: objectParam({ type: required(enumParam('now')) }),
  payment_behavior: required(enumParam('resume_on_payment_success')),
};

/** Pauses a subscription and credits its unused time (docs.stripe.com/billing/subscriptions/pause). */
export async function pauseSubscription(
  objects: ObjectRepository,
  previous: Subscription,
  { bill_for: bills }: InferParams<typeof pauseParams>,
): Promise<Subscription> {
  if (previous.status !== 'active' || previous.pending_update)
    throw invalidRequest('Only an active subscription without a pending update can be paused.');
  const credits =
    bills?.unused_time_from?.type === 'none'
      ? []
      : await prorate(objects, previous, {
          items: previous.items.data,
          at: objects.now,
          restarts: true,
          discounts: await loadDiscounts(objects, previous.discounts),
        });
  for (const credit of credits) await objects.create('invoiceitem.created', credit);
  return enterPause(objects, previous, 'pause_requested');
}

/**
 * Resumes a paused subscription: it stays paused until the invoice of its new period is paid
 * (`payment_behavior` in Stripe's changelog of 2026-09-30.endive).
 */
export async function resumeSubscription(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<Subscription> {
  if (previous.status !== 'paused')
    throw invalidRequest('Only a paused subscription can be resumed.');
  const { updated, bill } = await planResumption(objects, previous);
  await amountDue(objects, bill, {});
  await objects.update('customer.subscription.updated', previous, updated);
  await collectPayment(objects, bill, {});
  return objects.get('subscription', updated.id);
}
