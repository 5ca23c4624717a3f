import { Failure } from '#contract/errors.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import {
  type BillingOperation,
  finishOperation,
  operationSubject,
} from '#server/billing/payments/billing-operations.ts';
import { claimOperation } from '#server/billing/payments/claim-operation.ts';
import { sendBillingNotifications } from '#server/billing/payments/mail.ts';
import { lockTenantRow, reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { insertSupportAction } from '#server/billing/support/service/actions.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { ProviderError } from '#server/platform/stripe/errors.ts';
import { getCurrentSubscription } from './current.ts';
import { isResumption, operationRequestOf } from './customer.ts';
import { finishPendingOperation } from './execute-operation.ts';
import type { BySupport } from './payer.ts';
import { type PlanAssignment, recordPlan } from './plan.ts';

/**
 * Records the result for an existing organization, with the action of an operator who made the
 * change, then reconciles it. Throws `notFound` when the
 * organization was deleted in the meantime; the caller then undoes the operation.
 */
export async function finishPlanChange(
  context: AppContext,
  operation: BillingOperation,
  assignment: PlanAssignment,
) {
  const tenantId = operation.for_tenant;
  await removeScheduledEnd(context, operation);
  await context.database.tenant(tenantId, async (tx) => {
    const { action } = operationRequestOf<Partial<BySupport>>(operation);
    const operator = operation.user_id;
    if (action && operator !== null) nameActor(tx, operator);
    if ((await lockTenant(tx, tenantId)) === 0) throw new Failure('notFound');
    // Reconciliation records a resumption, and tells of it.
    if (!isResumption(operation)) {
      await recordPlan(tx, tenantId, assignment);
      await notifyPlanChange(tx, context, { operation, assignment, reason: action?.reason });
    }
    if (action && operator !== null) {
      await insertSupportAction(tx, tenantId, { ...action, id: operation.id, operator });
    }
    await finishOperation(tx, operation);
  });
  await reconcileOrDefer(context, operation);
}

/** Removes the end that was scheduled before a change of plan, whose payment stands now, and the answer to why. */
async function removeScheduledEnd({ stripe }: AppContext, operation: BillingOperation) {
  const { removesEnd, endBefore } = operationRequestOf(operation);
  if (!removesEnd) return;
  const changed = await stripe.retrieveSubscription(operation.service_id ?? '');
  const isMarked = changed.cancelAt !== null || endBefore !== undefined;
  if (isMarked && !changed.endedAt) await stripe.resumeSubscription(changed);
}

type PlanChange = {
  operation: BillingOperation;
  assignment: PlanAssignment;
  /** The reason of an operator who made the change. */
  reason: string | undefined;
};

/** Tells owners and admins that another plan replaces theirs, also one that costs less (R-SUB-22). */
async function notifyPlanChange(
  tx: DbTransaction,
  context: AppContext,
  { operation, assignment: { price }, reason }: PlanChange,
) {
  if (operation.kind !== 'change_plan') return;
  const product = db.selectFrom('subscription_products').select('title');
  const [tenant, { title: plan }] = await Promise.all([
    lockTenantRow(tx, operation.for_tenant),
    tx.one(product.where('id', '=', price.subscription_product_id)),
  ]);
  if (!tenant) return;
  const cause = `planChanged:${operation.id}`;
  const details = { plan, ...(reason !== undefined && { reason }) };
  await sendBillingNotifications(tx, { tenant, site: mailSiteOf(context) }, (sent) =>
    sent.has(cause) ? [] : [{ kind: 'planChanged', cause, details }],
  );
}

/** Reconciles the tenant now; when the provider fails, the reconciliation job does it later. */
export const reconcileOrDefer = (
  context: AppContext,
  operation: Pick<BillingOperation, 'for_tenant'>,
) =>
  reconcileTenant(context, operation.for_tenant).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    },
  );

/** Settles an earlier call, then opens the organization's operation, or returns its answer (R-SUB-21). */
export async function beginChange(context: AppContext, caller: Member) {
  const { tenant, session } = caller;
  const settled = await finishPendingOperation<CurrentSubscription | void>(context, {
    subject: operationSubject.tenant(tenant.id),
    intentId: null,
    isSame: () => false,
    finish: (assignment, operation) => finishPlanChange(context, operation, assignment),
    completedResult: () => getCurrentSubscription(context, caller),
  });
  if (settled) return { settled };
  const owner = { tenantId: tenant.id, userId: session.user };
  return { claim: await claimOperation(context.database, owner) };
}
