import {
  type CardError,
  declineOf,
  failedAuthentication,
  keptError,
  unauthenticatedCharge,
} from './declines.ts';
import type { Ledger } from './ledger.ts';
import { newCharge } from './new-charge.ts';
import { askOwner } from './new-intent.ts';
import { attachMethod, testCardOf } from './payment-method-owner.ts';
import { idOf, type PaymentIntent, type PaymentMethod } from './wire.ts';

interface Attempt {
  method: PaymentMethod;
  /** True when the cardholder is not present. */
  offSession: boolean;
  /** True when authentication can follow later: an invoice waits for it, a bare payment fails. */
  canWait: boolean;
}

/** Attempts a payment: it succeeds, requires authentication, or stores the reason of its failure. */
export async function attemptPayment(
  ledger: Ledger,
  was: PaymentIntent,
  { method, offSession, canWait }: Attempt,
): Promise<PaymentIntent> {
  const trying: PaymentIntent = { ...was, payment_method: method.id };
  if (!(await wantsOwner(ledger, method, offSession))) return charge(ledger, trying, method);
  if (offSession && !canWait) return decline(ledger, trying, [unauthenticatedCharge, method]);
  const is: PaymentIntent = { ...trying, next_action: askOwner, status: 'requires_action' };
  await ledger.update('payment_intent.requires_action', was, is);
  return is;
}

/** Continues a payment after the cardholder passed or failed the authentication. */
export async function resumePayment(
  ledger: Ledger,
  was: PaymentIntent,
  { passed }: { passed: boolean },
): Promise<PaymentIntent> {
  const method = await ledger.get('payment_method', idOf(was.payment_method ?? ''));
  return passed
    ? charge(ledger, was, method)
    : fail(ledger, was, [failedAuthentication('payment_intent'), method]);
}

/** Returns true when the bank requires authentication for this payment. */
async function wantsOwner(ledger: Ledger, method: PaymentMethod, offSession: boolean) {
  const wish = testCardOf(method)?.authenticates;
  if (wish === undefined) return false;
  return wish === 'always' || !offSession || !(await isSetUp(ledger, method.id));
}

/** Returns true when the card was set up for later payments. */
async function isSetUp(ledger: Ledger, method: string) {
  const done = { payment_method: method, status: 'succeeded' };
  const [setup] = await ledger.list('setup_intent', { contains: done }, { limit: 1 });
  if (setup) return true;
  const contains = { ...done, setup_future_usage: 'off_session' };
  return (await ledger.list('payment_intent', { contains }, { limit: 1 })).length > 0;
}

async function charge(ledger: Ledger, was: PaymentIntent, method: PaymentMethod) {
  const reason = testCardOf(method)?.declines;
  if (reason) return decline(ledger, was, [declineOf(reason), method]);
  if (was.setup_future_usage && was.customer && method.customer === null) {
    await attachMethod(ledger, method, idOf(was.customer));
  }
  const taken = newCharge(was, { method, now: ledger.now });
  await ledger.create('charge.succeeded', taken);
  const is: PaymentIntent = {
    ...was,
    amount_received: was.amount,
    last_payment_error: null,
    latest_charge: taken.id,
    next_action: null,
    status: 'succeeded',
  };
  await ledger.update('payment_intent.succeeded', was, is);
  return is;
}

/** Records a bank's decline as a failed charge. */
async function decline(
  ledger: Ledger,
  was: PaymentIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<PaymentIntent> {
  const failed = newCharge(was, { method, error, now: ledger.now });
  await ledger.create('charge.failed', failed);
  const refusal = { ...error, charge: failed.id };
  return fail(ledger, { ...was, latest_charge: failed.id }, [refusal, method]);
}

async function fail(
  ledger: Ledger,
  was: PaymentIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<PaymentIntent> {
  const is: PaymentIntent = {
    ...was,
    last_payment_error: keptError(error, method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  await ledger.save(is);
  await ledger.record('payment_intent.payment_failed', is);
  return is;
}
