import type { OwnerDatabase } from '#server/mail/sender.ts';

/** The payment sandbox's clock, which tests can advance. */
export interface SandboxClock {
  /** Returns the seconds by which the clock is ahead of real time. */
  clockOffset: () => Promise<number>;
}

/** Sets the billing clock for trials, grace and periods: the sandbox's, or the system's for Stripe. */
export async function syncBillingClock(store: OwnerDatabase, sandbox: SandboxClock | null) {
  const offset = sandbox ? await sandbox.clockOffset() : 0;
  await store.query('update app.billing_clock set offset_seconds = $1', [offset]);
}
