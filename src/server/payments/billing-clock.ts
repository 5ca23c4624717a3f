import type { OwnerDatabase } from '#server/mail/sender.ts';

const syncClockSql = `update app.billing_clock
  set offset_seconds = case when $1 then (select offset_seconds from sandbox.clock) else 0 end`;

/**
 * Sets the billing clock for trials, grace and paid periods: with the payment sandbox to the
 * sandbox's clock, which tests can advance; with Stripe to the system clock.
 */
export const syncBillingClock = (store: OwnerDatabase, isSandbox: boolean) =>
  store.query(syncClockSql, [isSandbox]);
