import { Failure } from '#contract/errors.ts';
import {
  type BillingOperation,
  isOperationYoungerThan,
  listAbandonedOperations,
  releaseOperation,
  takeOverOperation,
} from '#server/billing/payments/billing-operations.ts';
import { isSupportKind } from '#server/billing/payments/support-operations.ts';
import { finishTenantCreation } from '#server/billing/registration/service/create-tenant.ts';
import { finishRegistration } from '#server/billing/registration/service/register.ts';
import { settleSupportOperation } from '#server/billing/support/service/operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { finishCancellation } from './cancel.ts';
import { resumeCardUpdate } from './card.ts';
import { newOrganizationOf } from './create-organization.ts';
import { recordResult } from './execute-operation.ts';
import { finishPlanChange } from './finish-change.ts';
import { finishFreePlanSwitch } from './free-plan.ts';
import { isBySupport, readOutcome } from './outcome.ts';
import type { PlanAssignment } from './plan.ts';
import { undoOperation } from './undo-operation.ts';

/** Maximum wait for the authentication of a payment, in seconds. */
const authenticationTimeout = 3_600;

/** Finishes or undoes abandoned billing operations; called by the reconciliation job (R-SUB-20). */
export async function resumeOperations(context: AppContext) {
  const failures: unknown[] = [];
  for (const operation of await listAbandonedOperations(context.database)) {
    await resumeOperation(context, operation).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'some billing operations could not be resumed');
}

/** Records what was paid, undoes anything else; an authentication may take an hour. Idempotent. */
async function resumeOperation(context: AppContext, { id }: Pick<BillingOperation, 'id'>) {
  const operation = await takeOverOperation(context.database, id);
  if (!operation) return;
  try {
    await finishOrUndo(context, operation);
  } catch (error) {
    await releaseOperation(context.database, operation);
    // Unavailable: the next reconciliation job retries. A Failure has already been answered by undoing the
    // operation.
    if (!(error instanceof ProviderUnavailable || error instanceof Failure)) throw error;
  }
}

async function finishOrUndo(context: AppContext, operation: BillingOperation) {
  if (operation.kind === 'cancel') return finishCancellation(context, operation);
  if (isSupportKind(operation.kind)) return settleSupportOperation(context, operation);
  if (operation.kind === 'free_plan') return finishFreePlanSwitch(context, operation);
  const mayWait = () => isOperationYoungerThan(context.database, operation, authenticationTimeout);
  if (operation.kind === 'update_card') return resumeCardUpdate(context, operation, mayWait);
  const outcome = await readOutcome(context, operation);
  if (outcome.outcome === 'completed') {
    const { assignment } = outcome;
    return recordResult(context, operation, {
      assignment,
      finish: () => finishByKind(context, operation, assignment),
    });
  }
  const waits = outcome.outcome === 'authenticate' && !isBySupport(operation) && (await mayWait());
  return waits ? releaseOperation(context.database, operation) : undoOperation(context, operation);
}

async function finishByKind(
  context: AppContext,
  operation: BillingOperation,
  assignment: PlanAssignment,
) {
  if (operation.kind === 'register')
    await finishRegistration(context, newOrganizationOf(operation, assignment));
  else if (operation.kind === 'create_tenant')
    await finishTenantCreation(context, newOrganizationOf(operation, assignment));
  else await finishPlanChange(context, operation, assignment);
}
