import { setTimeout as sleep } from 'node:timers/promises';
import type { SelectedSubscription } from '#contract/accounts.ts';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing/pricing.ts';
import {
  type BillingOperation,
  openOperation,
} from '#server/billing/payments/billing-operations.ts';
import { offeredFreePlan } from '#server/billing/payments/free-plan.ts';
import { RecentDurations } from '#server/identity/accounts/service/recent-durations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { newTenantId } from '#server/platform/database/isolation/ids.ts';
import { startPlan } from './charge-plan.ts';
import {
  noCardsBefore,
  resolveCard,
  type OperationRequest,
  operationRequestOf,
} from './customer.ts';
import { finishPendingOperation, executeOperation } from './execute-operation.ts';
import {
  type PlanAssignment,
  resolveCoupon,
  freePlanAssignment,
  isFreePrice,
  isOneTime,
  requireOfferedPrice,
  type PriceRow,
} from './plan.ts';
import { requireTaxLocation } from './tax.ts';
import { hasPersonHadTrial } from './trial.ts';

/** A new organization and its assigned plan. */
export type NewOrganization<R> = {
  tenantId: TenantId;
  assignment: PlanAssignment;
  /** The data of the call, or of the earlier call that opened the operation. */
  details: R;
  /** The operation to settle when the organization is written; null for a free plan. */
  operation: BillingOperation | null;
};

type OrganizationOrder<R, T> = {
  kind: 'register' | 'create_tenant';
  subject: string;
  userId: string | null;
  selected: SelectedSubscription;
  who: OperationRequest['who'];
  /** The data needed to write the organization, possibly without the caller; holds no secrets. */
  details: R & { organization: string };
  /** Throws when a name or an address is taken, before anything is paid. */
  assertAvailable: () => Promise<void>;
  /** Checks the address last, so that other refusals are equal for every address (R-ACC-22). */
  assertEmailLast?: () => Promise<void>;
  finish: (organization: NewOrganization<R>) => Promise<T>;
  completedResult: () => Promise<T>;
};

/**
 * Arranges the plan of a new organization and creates both. A payment that is due now needs a card
 * (R-ACC-09); a refusal leaves nothing behind (R-ACC-10).
 */
export async function createOrganizationWithPlan<R, T>(
  context: AppContext,
  order: OrganizationOrder<R, T>,
): Promise<T> {
  const { kind, subject, userId, selected, who, details, finish, completedResult } = order;
  const price = await requireOfferedPrice(context, selected.subscriptionPriceId);
  const token = selected.subscriptionCardToken || null;
  const trialDays = isOneTime(price) ? 0 : price.trial_days;
  if (needsCard({ price: price.price, trialDays }) && token === null) {
    throw new Failure('billing.invalidCard');
  }
  const taxLocation = isFreePrice(price) ? null : requireTaxLocation(context, selected.taxLocation);
  const earlier = await finishPendingOperation(context, {
    subject,
    intentId: selected.intentId,
    isSame: (operation) =>
      operation.subscription_price_id === price.id &&
      operationRequestOf<OrganizationOrder<R, T>['details']>(operation).organization ===
        details.organization,
    finish: (assignment, operation) => finish(newOrganizationOf(operation, assignment)),
    completedResult,
  });
  if (earlier !== undefined) return earlier;
  await order.assertAvailable();
  const tried = hasTrial(price) && (await hasPersonHadTrial(context, who.email));
  const coupon = await resolveCoupon(
    context,
    { price, customer: null },
    selected.subscriptionCoupon,
  );
  const tenantId = newTenantId();
  if (isFreePrice(price))
    return finish({ tenantId, assignment: freePlanAssignment(price), details, operation: null });
  const card = await resolveCard(context, token);
  await order.assertEmailLast?.();
  const startedAt = performance.now();
  // After every other check, so that those fail alike for an address that had a trial (R-ACC-22).
  if (tried && kind === 'register') return createWithoutTrial(context, order, price);
  if (tried && token === null) throw new Failure('billing.trialUsed');
  const request = { ...details, ...noCardsBefore, taxLocation, who, isNew: true, card };
  const values = { kind, subject, tenantId, userId, priceId: price.id, request };
  const operation = await context.database.system((tx) => openOperation(tx, values));
  const trial = hasTrial(price) && !tried;
  return executeOperation(context, operation, {
    act: () => startPlan(context, operation, { price, coupon, trial }),
    finish: (assignment) => {
      if (trial) recentTrialStarts.record(performance.now() - startedAt);
      return finish({ tenantId, assignment, details, operation });
    },
  });
}

/** Durations from the last check of a new trial to its start at the provider. */
const recentTrialStarts = new RecentDurations();

const hasTrial = (price: PriceRow) => price.trial_days > 0 && !isOneTime(price);

/**
 * Handles a registration for a trial by a person who had one (R-SUB-06): refuses it; with `PRIVATE_ACCOUNTS`,
 * where that would reveal the person, starts the organization on the free plan, without their card and
 * after the time that a trial takes (R-ACC-22).
 */
async function createWithoutTrial<R, T>(
  context: AppContext,
  { details, finish }: OrganizationOrder<R, T>,
  { currency }: PriceRow,
): Promise<T> {
  const startedAt = performance.now();
  const plan =
    context.config.privateAccounts &&
    (await context.database.system((tx) => offeredFreePlan(tx, currency)));
  if (!plan) throw new Failure('billing.trialUsed');
  const price = await requireOfferedPrice(context, plan.priceId);
  await sleep(Math.max(0, recentTrialStarts.random() - (performance.now() - startedAt)));
  const assignment = freePlanAssignment(price);
  return finish({ tenantId: newTenantId(), assignment, details, operation: null });
}

/** Rebuilds the new organization of an operation, for any process that finishes it. */
export const newOrganizationOf = <R>(
  operation: BillingOperation,
  assignment: PlanAssignment,
): NewOrganization<R> => ({
  tenantId: operation.for_tenant,
  assignment,
  details: operationRequestOf<R>(operation),
  operation,
});
