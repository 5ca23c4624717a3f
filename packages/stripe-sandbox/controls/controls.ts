import type { ApiContext } from '#sandbox/stripe/api/dispatch.ts';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { runWithoutRequest } from '#sandbox/stripe/api/execution.ts';
import { type Fault, setFaults } from '#sandbox/stripe/api/faults.ts';
import { advanceClock } from '#sandbox/stripe/clock/advance.ts';
import {
  type DeliverySettings,
  purgeExpired,
  resendEvent,
  saveDeliverySettings,
} from '#sandbox/stripe/events/deliveries.ts';
import type { WebhookSender } from '#sandbox/stripe/events/webhook-sender.ts';
import { authorizeInvoice } from '#sandbox/stripe/invoices/download.ts';
import { completeAuthentication } from '#sandbox/stripe/payments/authentication.ts';
import { createCustomerPortal, type CustomerPortal } from '#sandbox/stripe/portal/portal.ts';
import { readClockOffset } from '#sandbox/stripe/store/store.ts';
import { type CouponWithCode, createCouponWithCode } from './coupons.ts';
import { inspectRecords, type SandboxRecords } from './inspection.ts';

/** Operations outside of the API, for tests and hosted pages. Refusals are a `StripeApiError`. */
export interface SandboxControls {
  inspect: (customer?: string) => Promise<SandboxRecords>;
  /** Resolves when every due event was delivered or its attempt failed. */
  whenDelivered: () => Promise<void>;
  /** Moves the clock; everything due happens at its own time and is delivered. Returns the new time. */
  advance: (seconds: number) => Promise<number>;
  /** Returns the seconds by which the clock is ahead of real time. */
  clockOffset: () => Promise<number>;
  setDeliveryMode: (settings: DeliverySettings) => Promise<void>;
  setFaults: (request: { next: readonly Fault[]; count: number }) => Promise<void>;
  /** Sends an event again; throws a 404 for an unknown one. */
  resend: (event: string) => Promise<void>;
  /** Deletes old events, deliveries and idempotent replies. */
  purge: () => Promise<void>;
  /** Creates a coupon that is redeemed by its code. */
  createCoupon: (order: CouponWithCode) => Promise<object>;
  /** Answers a bank's 3-D Secure request as the cardholder; the payment continues. */
  completeAuthentication: (answer: {
    clientSecret: string;
    outcome: 'succeed' | 'fail';
  }) => Promise<object>;
  portal: CustomerPortal;
  /** Throws a 404 unless this is the key in the URL of the invoice. */
  authorizeInvoice: (id: string, key: string) => Promise<void>;
}

export function createControls(provider: ApiContext, sender: WebhookSender): SandboxControls {
  const { store } = provider;
  return {
    inspect: (customer) => inspectRecords(provider, customer),
    whenDelivered: sender.whenIdle,
    // Delivers the events of each moment before moving on to the next one.
    advance: (seconds) => advanceClock(store, seconds, sender.whenIdle),
    clockOffset: () => readClockOffset(store),
    setDeliveryMode: (settings) => saveDeliverySettings(store, settings),
    setFaults: (request) => setFaults(store, request),
    async resend(event) {
      if (!(await resendEvent(store, event))) throw resourceMissing('event', event);
      sender.wake();
    },
    purge: () => store.transaction(purgeExpired),
    createCoupon: (order) => createCouponWithCode(provider, order),
    async completeAuthentication({ clientSecret, outcome }) {
      const { id, object, status } = await runWithoutRequest(store, (objects) =>
        completeAuthentication(objects, clientSecret, outcome),
      );
      sender.wake();
      return { id, object, status };
    },
    portal: createCustomerPortal(provider),
    authorizeInvoice: (id, key) => authorizeInvoice(store, { id, key }),
  };
}
