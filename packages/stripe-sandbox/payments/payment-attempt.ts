import { openDispute } from '#sandbox/stripe/disputes/new-dispute.ts';
import { attachPaymentMethod, testCardOf } from '#sandbox/stripe/payment-methods/attach.ts';
import {
  type CardError,
  declineError,
  authenticationFailure,
  toStoredError,
  authenticationRequiredError,
} from '#sandbox/stripe/payment-methods/card-errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type PaymentIntent, type PaymentMethod } from '#sandbox/stripe/store/types.ts';
import { newCharge } from './new-charge.ts';
import { authenticationAction } from './new-intent.ts';

type PaymentAttempt = {
  method: PaymentMethod;
  /** True when the cardholder is not present. */
  offSession: boolean;
  /** True when authentication can follow later: an invoice waits for it, a bare payment fails. */
  allowsPendingAction: boolean;
};

/** Attempts a payment: it succeeds, requires authentication, or stores the reason of its failure. */
export async function attemptPayment(
  objects: ObjectRepository,
  previous: PaymentIntent,
  { method, offSession, allowsPendingAction: canWait }: PaymentAttempt,
): Promise<PaymentIntent> {
  const trying: PaymentIntent = { ...previous, payment_method: method.id };
  if (!(await requiresAuthentication(objects, method, offSession)))
    return charge(objects, trying, method);
  if (offSession && !canWait)
    return decline(objects, trying, [authenticationRequiredError, method]);
  const updated: PaymentIntent = {
    ...trying,
    next_action: authenticationAction,
    status: 'requires_action',
  };
  await objects.update('payment_intent.requires_action', previous, updated);
  return updated;
}

/** Continues a payment after the cardholder passed or failed the authentication. */
export async function resumePayment(
  objects: ObjectRepository,
  previous: PaymentIntent,
  { passed }: { passed: boolean },
): Promise<PaymentIntent> {
  const method = await objects.get('payment_method', idOf(previous.payment_method ?? ''));
  return passed
    ? charge(objects, previous, method)
    : fail(objects, previous, [authenticationFailure('payment_intent'), method]);
}

/** Returns true when the bank requires authentication for this payment. */
async function requiresAuthentication(
  objects: ObjectRepository,
  method: PaymentMethod,
  offSession: boolean,
) {
  const authentication = testCardOf(method)?.authentication;
  if (authentication === undefined) return false;
  return authentication === 'always' || !offSession || !(await isSetUp(objects, method.id));
}

/** Returns true when the card was set up for later payments. */
async function isSetUp(objects: ObjectRepository, method: string) {
  const done = { payment_method: method, status: 'succeeded' };
  const [setup] = await objects.list('setup_intent', { contains: done }, { limit: 1 });
  if (setup) return true;
  const contains = { ...done, setup_future_usage: 'off_session' };
  return (await objects.list('payment_intent', { contains }, { limit: 1 })).length > 0;
}

async function charge(objects: ObjectRepository, previous: PaymentIntent, method: PaymentMethod) {
  const { declineReason: reason, dispute } = testCardOf(method) ?? {};
  if (reason) return decline(objects, previous, [declineError(reason), method]);
  if (previous.setup_future_usage && previous.customer && method.customer === null) {
    await attachPaymentMethod(objects, method, idOf(previous.customer));
  }
  const taken = newCharge(previous, { method, now: objects.now });
  await objects.create('charge.succeeded', taken);
  const updated: PaymentIntent = {
    ...previous,
    amount_received: previous.amount,
    last_payment_error: null,
    latest_charge: taken.id,
    next_action: null,
    status: 'succeeded',
  };
  await objects.update('payment_intent.succeeded', previous, updated);
  if (dispute) await openDispute(objects, updated, dispute);
  return updated;
}

/** Records a bank's decline as a failed charge. */
async function decline(
  objects: ObjectRepository,
  previous: PaymentIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<PaymentIntent> {
  const failed = newCharge(previous, { method, error, now: objects.now });
  await objects.create('charge.failed', failed);
  const refusal = { ...error, charge: failed.id };
  return fail(objects, { ...previous, latest_charge: failed.id }, [refusal, method]);
}

async function fail(
  objects: ObjectRepository,
  previous: PaymentIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<PaymentIntent> {
  const updated: PaymentIntent = {
    ...previous,
    last_payment_error: toStoredError(error, method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  await objects.saveWithoutEvent(updated);
  await objects.recordEvent('payment_intent.payment_failed', updated);
  return updated;
}
