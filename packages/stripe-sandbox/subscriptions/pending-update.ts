import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { mergeMetadata } from '#sandbox/stripe/api/params.ts';
import { idOf, type Subscription } from '#sandbox/stripe/store/types.ts';
import { cancellationFields } from './new-subscription.ts';
import { currentPeriodEnd } from './periods.ts';

type WaitingParams = {
  metadata?: Record<string, string> | null | undefined;
  cancel_at_period_end?: boolean | undefined;
};

/** Maximum seconds for which a change waits for its payment; it also ends with the period. */
const pendingSeconds = 23 * 3_600;

/** Returns the unchanged subscription with the update to apply once the invoice is paid. */
export const withPendingUpdate = (
  previous: Subscription,
  updated: Subscription,
  { invoice, now, params }: { invoice: string; now: number; params: WaitingParams },
): Subscription => ({
  ...previous,
  latest_invoice: invoice,
  pending_update: {
    billing_cycle_anchor:
      updated.billing_cycle_anchor === previous.billing_cycle_anchor
        ? null
        : updated.billing_cycle_anchor,
    cancel_at_period_end: params.cancel_at_period_end ?? null,
    discount: null,
    discounts: sameIds(previous.discounts, updated.discounts) ? null : updated.discounts.map(idOf),
    expires_at: Math.min(now + pendingSeconds, currentPeriodEnd(previous)),
    metadata: params.metadata ?? null,
    subscription_items: updated.items.data,
    trial_end: updated.trial_end === previous.trial_end ? null : updated.trial_end,
    trial_from_plan: null,
  },
});

const sameIds = (some: Subscription['discounts'], others: Subscription['discounts']) =>
  some.map(idOf).join() === others.map(idOf).join();

/** Returns true if an update wishes another end with the period than the change that waits, which is then dropped. */
export function contradictsPendingUpdate(
  { pending_update: pending }: Subscription,
  { cancel_at_period_end: wished }: WaitingParams,
) {
  const waiting = pending?.cancel_at_period_end ?? null;
  return waiting !== null && wished !== undefined && wished !== waiting;
}

/** Applies the pending update after its invoice was paid. */
export function applyPendingUpdate(previous: Subscription, now: number): Subscription {
  const { pending_update: pending } = previous;
  if (!pending) return previous;
  const items = { ...previous.items, data: pending.subscription_items ?? previous.items.data };
  const { cancel_at_period_end: ends } = pending;
  // False removes only an end with the period, not one by a date.
  const isRemoved = ends === false && previous.cancel_at_period_end;
  const end = ends ? true : isRemoved ? null : undefined;
  return {
    ...previous,
    ...cancellationFields({ ...previous, items }, end, now),
    billing_cycle_anchor: pending.billing_cycle_anchor ?? previous.billing_cycle_anchor,
    discounts: pending.discounts?.map(idOf) ?? previous.discounts,
    items,
    metadata: mergeMetadata(previous.metadata, pending.metadata ?? undefined),
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
  'cancel_at_period_end',
  'discounts',
  'items',
  'metadata',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/**
 * Throws for parameters that can't wait; discounts and metadata can since 2026-05-27.dahlia, an end with the period since
 * 2026-09-30.endive (Stripe's changelog).
 */
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
