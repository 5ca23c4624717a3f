import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import {
  type BillingOperation,
  finishOperation,
  operationSubject,
} from '#server/billing/payments/billing-operations.ts';
import {
  claimOperation,
  type OperationDetails,
  specifyOperation,
  abandonOnError,
} from '#server/billing/payments/claim-operation.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import { isCanceled } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import {
  assertEnoughSeats,
  assertChangeable,
  isPaused,
  liveSubscription,
  seatsWithPlan,
  type TenantBillingState,
  billingStateOf,
} from './billing-state.ts';
import { changePlan, resumePlan, startPlan } from './charge-plan.ts';
import { getCurrentSubscription } from './current.ts';
import { readStateBefore, resolveCard } from './customer.ts';
import { finishPendingOperation, executeOperation } from './execute-operation.ts';
import { finishPlanChange, reconcileOrDefer } from './finish-change.ts';
import { switchToFreePlan } from './free-plan.ts';
import { assertNotGranted } from './granted.ts';
import type { BySupport, Payer } from './payer.ts';
import {
  assertCurrency,
  resolveCoupon,
  endFreePlan,
  findTierAndSeats,
  isFreePrice,
  isOneTime,
  requireUsablePrice,
  type PlanAssignment,
  type PriceRow,
} from './plan.ts';
import { getUpcomingInvoice } from './preview.ts';
import { startsWithTrial } from './trial.ts';

export type UpdateRequest = HandlerInput<(typeof subscriptions)['endpoints']['update']>['body'];

/** Maximum age of a preview and tolerated clock skew, in seconds. */
const maxPreviewAge = 3_600;
const clockSkew = 60;

/**
 * Subscribes, changes the plan or buys a one-time product, and charges exactly what the preview
 * showed (R-SUB-03). A refusal leaves plan, card and coupon unchanged.
 */
export async function update(context: AppContext, visitor: Member, request: UpdateRequest) {
  const { tenant, session } = visitor;
  const price = await requireUsablePrice(context, tenant, request.subscriptionPriceId);
  await billingStateOf(tenant);
  const current = () => getCurrentSubscription(context, visitor);
  const settled = await finishPendingOperation(context, {
    subject: operationSubject.tenant(tenant.id),
    intentId: request.intentId,
    isSame: ({ subscription_price_id: id }) => id === price.id,
    finish: async (assignment, operation) => {
      await finishPlanChange(context, operation, assignment);
      return current();
    },
    completedResult: current,
  });
  if (settled) return settled;
  if (isFreePrice(price)) {
    const atPeriodEnd = request.atPeriodEnd ?? false;
    await switchToFreePlan(context, { tenant, session, price, atPeriodEnd });
    return current();
  }
  const claim = await claimOperation(context.database, {
    tenantId: tenant.id,
    userId: session.user,
    priceId: price.id,
  });
  await carryOutChange(context, { caller: visitor, request, price, claim });
  return current();
}

/**
 * Decides and carries out a change. The amount is computed again while no other operation runs: a different
 * one than the caller saw is refused before anything is charged (`billing.previewExpired`).
 */
export async function carryOutChange(context: AppContext, change: PlanChangeContext) {
  const { caller, request, claim } = change;
  const carryOut = await abandonOnError(context.database, claim, async () => {
    const decided = await planChangeFor(context, change);
    await assertShown(context, caller, request);
    return decided;
  });
  await carryOut();
}

/** Refuses another amount than the shown one, and a code that ends a discount while none was shown. */
async function assertShown(context: AppContext, caller: Payer, request: UpdateRequest) {
  const { amountDue, taxLocation, ...query } = request;
  const coupon = request.subscriptionCoupon ?? undefined;
  const isShown = typeof amountDue === 'number';
  if (!isShown && !coupon) return;
  const place = taxLocation ?? {};
  const asked = { ...query, ...place, subscriptionCoupon: coupon, at: request.prorationDate };
  const now = await getUpcomingInvoice(context, caller, asked);
  const isOther = isShown
    ? (now?.amountDue ?? 0) !== amountDue
    : now !== null && now.replacedDiscounts.length > 0;
  if (isOther) throw new Failure('billing.previewExpired');
}

type PlanChangeContext = {
  caller: Payer;
  request: UpdateRequest;
  price: PriceRow;
  /** The organization's billing operation; the state below is read while it is open. */
  claim: BillingOperation;
  /** Set if an operator makes the change. */
  bySupport?: BySupport;
};

/**
 * Decides what choosing a price means for the organization's current state, and returns the
 * function that carries it out. Never starts a second subscription beside a running one (R-SUB-01):
 * while the operation is open, no other one can start or end a subscription.
 */
async function planChangeFor(
  context: AppContext,
  decision: PlanChangeContext,
): Promise<() => Promise<void>> {
  const { caller, request, price, bySupport } = decision;
  const { tenant, session } = caller;
  const state = await billingStateOf(tenant);
  assertCurrency(price, state.currency);
  assertPreview(request, state);
  const isHeld = state.running.some(({ priceId }) => priceId === price.id);
  if (isHeld && isOneTime(price)) throw new Failure('billing.alreadyBought');
  const current = await liveSubscription(context, state.customer);
  // The provider bills a customer in one currency, and can't change that of a running subscription.
  if (current) assertCurrency(price, current.currency);
  const live = isOneTime(price) ? null : current;
  if (live?.priceServiceId === price.service_id) {
    const isResumable = isCanceled(live) || isPaused(live);
    if (!isResumable) await assertNotGranted(context, price, live);
    if (!isResumable || bySupport) throw new Failure('billing.alreadySubscribed');
    if (request.subscriptionCoupon) throw new Failure('billing.couponNotApplicable');
    if (live.status !== 'paused') return () => resumeSubscription(context, decision, live);
  } else if (live) {
    await assertNotGranted(context, price, live);
    assertChangeable(live);
  }
  const resumes = live?.status === 'paused';
  if (isHeld && live === null) throw new Failure('billing.alreadySubscribed');
  const { customer } = state;
  const coupon = await resolveCoupon(context, { price, customer }, request.subscriptionCoupon);
  const candidate = { tenantId: tenant.id, userId: session.user, state };
  const trial = live === null && (await startsWithTrial(context, price, candidate));
  const card = await resolveCard(context, request.subscriptionCardToken || null);
  const before = await readStateBefore(context, decision, { state, live });
  const isCharged = !trial && live?.status !== 'trialing';
  if (isCharged && card === null && before.cardBefore === null) {
    throw new Failure('billing.noPaymentMethod');
  }
  const operation = await specifyWithSeats(decision, state, {
    kind: isOneTime(price) ? 'buy' : live ? 'change_plan' : 'subscribe',
    customerId: state.customer,
    serviceId: live?.id ?? null,
    request: {
      ...before,
      card,
      isNew: state.customer === null,
      ...(bySupport && { action: bySupport.action }),
    },
  });
  const { prorationDate } = request;
  const act = () => {
    if (live === null) return startPlan(context, operation, { price, coupon, trial });
    if (resumes) return resumePlan(context, operation, live);
    return changePlan(context, operation, { price, coupon, live, prorationDate });
  };
  const finish = (assignment: PlanAssignment) => finishPlanChange(context, operation, assignment);
  return () => executeOperation(context, operation, { act, finish });
}

/** Throws `billing.previewExpired` for an old preview, whose proration would charge too little. */
function assertPreview({ prorationDate }: UpdateRequest, { now }: TenantBillingState) {
  if (prorationDate === null || prorationDate === undefined) return;
  if (prorationDate < now - maxPreviewAge || prorationDate > now + clockSkew) {
    throw new Failure('billing.previewExpired');
  }
}

/** Removes the scheduled cancellation of the current plan, and collects its payments again. */
async function resumeSubscription(
  context: AppContext,
  { caller: { tenant }, claim }: PlanChangeContext,
  live: ProviderSubscription,
) {
  await abandonOnError(context.database, claim, () => context.stripe.resumeSubscription(live));
  await tenant.run(async (tx) => {
    await endFreePlan(tx, tenant.id);
    await finishOperation(tx, claim);
  });
  await reconcileOrDefer(context, { for_tenant: tenant.id });
}

/** Checks the seats and specifies the operation, whose future seats `app.seat_limit` counts from then on. */
const specifyWithSeats = (
  { caller: { tenant }, price, claim }: PlanChangeContext,
  { running }: TenantBillingState,
  purpose: OperationDetails,
) =>
  tenant.run(async (tx) => {
    if ((await lockTenant(tx, tenant.id)) === 0) throw new Failure('notFound');
    const beside = running.filter(({ oneTime }) => oneTime);
    const maxUsers = isOneTime(price)
      ? null
      : seatsWithPlan(beside, await findTierAndSeats(tx, price));
    if (maxUsers !== null) await assertEnoughSeats(tx, tenant.id, maxUsers);
    return specifyOperation(tx, claim, { ...purpose, maxUsers });
  });
