import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { idOf, type Subscription } from '#sandbox/stripe/store/types.ts';
import { currentPeriodEnd } from './periods.ts';

/** Maximum seconds for which a change waits for its payment; it also ends with the period. */
const pendingSeconds = 23 * 3_600;

/** Returns the unchanged subscription with the update to apply once the invoice is paid. */
export const withPendingUpdate = (
  previous: Subscription,
  updated: Subscription,
  { invoice, now }: { invoice: string; now: number },
): Subscription => ({
  ...previous,
  latest_invoice: invoice,
  pending_update: {
    billing_cycle_anchor:
      updated.billing_cycle_anchor === previous.billing_cycle_anchor
        ? null
        : updated.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: sameIds(previous.discounts, updated.discounts) ? null : updated.discounts.map(idOf),
    expires_at: Math.min(now + pendingSeconds, currentPeriodEnd(previous)),
    metadata: null,
    subscription_items: updated.items.data,
    trial_end: updated.trial_end === previous.trial_end ? null : updated.trial_end,
    trial_from_plan: null,
  },
});

const sameIds = (some: Subscription['discounts'], others: Subscription['discounts']) =>
  some.map(idOf).join() === others.map(idOf).join();

/** Applies the pending update after its invoice was paid. */
export function applyPendingUpdate(previous: Subscription): Subscription {
  const { pending_update: pending } = previous;
  if (!pending) return previous;
  return {
    ...previous,
    billing_cycle_anchor: pending.billing_cycle_anchor ?? previous.billing_cycle_anchor,
    discounts: pending.discounts?.map(idOf) ?? previous.discounts,
    items: { ...previous.items, data: pending.subscription_items ?? previous.items.data },
    pending_update: null,
    status: previous.status === 'trialing' ? 'active' : previous.status,
    trial_end: pending.trial_end ?? previous.trial_end,
  };
}

/** Drops the pending update. */
export const removePendingUpdate = (previous: Subscription): Subscription => ({
  ...previous,
  pending_update: null,
});

const deferrableParams = new Set([
  'billing_cycle_anchor',
  'discounts',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/** Throws for parameters that can't wait; discounts can since 2026-05-27.dahlia (Stripe's changelog). */
export function assertDeferrable(params: object) {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || deferrableParams.has(name)) continue;
    throw invalidRequest(
      'When `payment_behavior` is set to `pending_if_incomplete`, you can only pass supported ' +
        `params. Unsupported param: ${name}.`,
      name,
    );
  }
}
