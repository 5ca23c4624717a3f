import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import { lockTenant } from '#server/members/service.ts';
import { type BillingOperation, finishOperation } from '#server/payments/billing-operations.ts';
import { reconcileTenant } from '#server/payments/reconcile.ts';
import { ProviderError } from '#server/payments/stripe/errors.ts';
import { type PlanAssignment, recordPlan } from './plan.ts';

/**
 * Records the result for an existing organization, then reconciles it. Throws `notFound` when the
 * organization was deleted in the meantime; the caller then undoes the operation.
 */
export async function finishPlanChange(
  context: AppContext,
  operation: BillingOperation,
  assignment: PlanAssignment,
) {
  const tenantId = operation.for_tenant;
  await context.database.tenant(tenantId, async (tx) => {
    if ((await lockTenant(tx, tenantId)) === 0) throw new Failure('notFound');
    await recordPlan(tx, tenantId, assignment);
    await finishOperation(tx, operation);
  });
  await reconcileOrDefer(context, operation);
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
