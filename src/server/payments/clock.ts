import type { Store } from '#server/mail/sender.ts';

const follow = `update app.billing_clock
  set offset_seconds = case when $1 then (select offset_seconds from sandbox.clock) else 0 end`;

/**
 * Sets the clock of trials, grace and paid periods by the provider's: with the payment sandbox it
 * goes where that was moved to, with Stripe it is ours.
 */
export const followClock = (store: Store, isSandbox: boolean) => store.query(follow, [isSandbox]);
