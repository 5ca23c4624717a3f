import { Failure } from '#contract/errors.ts';
import {
  findFinishedOperation,
  findPendingOperation,
  type BillingOperation,
  releaseOnError,
  releaseOperation,
  takeOverOperation,
  isRequestCompleted,
} from '#server/billing/payments/billing-operations.ts';
import { isSupportKind } from '#server/billing/payments/support-operations.ts';
import { settleSupportOperation } from '#server/billing/support/service/operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import {
  DatabaseUnavailable,
  TransactionConflict,
} from '#server/platform/database/driver/errors.ts';
import { ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { finishFreePlanSwitch } from './free-plan.ts';
import {
  assignmentOrThrow,
  isAuthenticationRequired,
  isBySupport,
  readOutcome,
  paymentRefusal,
} from './outcome.ts';
import type { PlanAssignment } from './plan.ts';
import { reverseOperation, undoOperation } from './undo-operation.ts';

type RecordResult<T> = (assignment: PlanAssignment, operation: BillingOperation) => Promise<T>;

type OperationSteps<T> = {
  /** Carries out the operation at the provider. */
  act: (operation: BillingOperation) => Promise<PlanAssignment>;
  /** Records the result and settles the operation, in one transaction. */
  finish: RecordResult<T>;
};

/**
 * Executes an operation. A refusal leaves nothing behind, here or at the provider. When the result is
 * unknown the operation stays open, and the reconciliation job finishes or undoes it (decision 11, R-SUB-20).
 */
export async function executeOperation<T>(
  context: AppContext,
  operation: BillingOperation,
  { act, finish }: OperationSteps<T>,
) {
  const assignment = await act(operation).catch((error: unknown) =>
    recoverFromError(context, operation, error),
  );
  return recordResult(context, operation, { assignment, finish });
}

/** Records the result; undoes the operation when it is refused. */
export async function recordResult<T>(
  context: AppContext,
  operation: BillingOperation,
  { assignment, finish }: { assignment: PlanAssignment; finish: RecordResult<T> },
): Promise<T> {
  try {
    return await finish(assignment, operation);
  } catch (error) {
    // The payment succeeded and only its recording failed: the reconciliation job will record it.
    if (!isTemporary(error)) await tryUndo(context, operation);
    throw error;
  }
}

const isTemporary = (error: unknown) =>
  error instanceof DatabaseUnavailable ||
  error instanceof TransactionConflict ||
  error instanceof ProviderUnavailable;

/** Handles a refusal or a missing answer of the provider, which may have acted all the same. */
async function recoverFromError(
  context: AppContext,
  operation: BillingOperation,
  error: unknown,
): Promise<PlanAssignment> {
  if (isInProgress(error)) await undoIfTakenOver(context, operation).catch(() => undefined);
  if (isAuthenticationRequired(error) || isInProgress(error)) throw error;
  if (error instanceof ProviderUnavailable) {
    const outcome = await readLatestOutcome(context, operation).catch(() => null);
    if (outcome === null) {
      await releaseOperation(context.database, operation).catch(() => undefined);
      throw error;
    }
    const isPending = outcome.outcome === 'authenticate' && !isBySupport(operation);
    if (outcome.outcome === 'completed' || isPending) {
      return assignmentOrThrow(context, operation, outcome);
    }
  }
  await tryUndo(context, operation);
  throw error;
}

/**
 * Undoes what the provider created after another process had taken over the operation, found nothing and
 * undone it. Leaves an operation alone that the other process completed or still works on.
 */
async function undoIfTakenOver(context: AppContext, { id, subject, request }: BillingOperation) {
  const over = await findFinishedOperation(context.database, id, subject);
  if (over?.state === 'undone' && over.customer_id !== null) {
    await reverseOperation(context, { ...over, request }, over.customer_id);
  }
}

/** Reads the result by the latest row, which may hold a customer that another process created. */
const readLatestOutcome = async (context: AppContext, operation: BillingOperation) =>
  readOutcome(context, (await findCurrentOperation(context, operation)) ?? operation);

const findCurrentOperation = ({ database }: AppContext, { subject }: BillingOperation) =>
  database.system((tx) => findPendingOperation(tx, subject));

/** Undoes the operation; on failure the reconciliation job does it later. The caller gets the first error. */
async function tryUndo(context: AppContext, operation: BillingOperation) {
  const now = await findCurrentOperation(context, operation).catch(() => undefined);
  if (now?.lease_holder !== operation.lease_holder) return;
  await undoOperation(context, now).catch(() =>
    releaseOperation(context.database, operation).catch(() => undefined),
  );
}

const isInProgress = (error: unknown) =>
  error instanceof Failure && error.code === 'billing.inProgress';

type RepeatableRequest<T> = {
  subject: string;
  /** The operation that this call continues after the payment was authenticated. */
  intentId: string | null | undefined;
  /** Returns true when this call requests the same as the operation. */
  isSame: (operation: BillingOperation) => boolean;
  finish: RecordResult<T>;
  /** Returns the answer for a completed operation: finished by the reconciliation job, or its answer was lost. */
  completedResult: () => Promise<T>;
};

/**
 * Settles an unfinished earlier call before the next one starts: completes what was paid and undoes
 * the rest. Returns its result when this call requests the same; otherwise undefined.
 */
export async function finishPendingOperation<T>(
  context: AppContext,
  call: RepeatableRequest<T>,
): Promise<T | undefined> {
  const { subject, intentId, isSame, finish, completedResult } = call;
  const [pending, done] = await context.database.system((tx) =>
    Promise.all([findPendingOperation(tx, subject), isRequestCompleted(tx, subject)]),
  );
  if (!pending) {
    if (intentId) await assertCompleted(context, intentId, subject);
    return intentId || done ? completedResult() : undefined;
  }
  const earlier = await takeOverOperation(context.database, pending.id);
  if (!earlier) throw new Failure('billing.inProgress');
  if (isSupportKind(earlier.kind)) {
    await releaseOnError(context.database, earlier, settleSupportOperation(context, earlier));
    return undefined;
  }
  if (earlier.kind === 'free_plan') {
    await releaseOnError(context.database, earlier, finishFreePlanSwitch(context, earlier));
    return isSame(earlier) ? completedResult() : undefined;
  }
  const reading = readOutcome(context, earlier);
  const outcome = await releaseOnError(context.database, earlier, reading);
  if (outcome.outcome === 'completed') {
    const { assignment } = outcome;
    const result = await recordResult(context, earlier, { assignment, finish });
    return isSame(earlier) ? result : undefined;
  }
  const goesOn = earlier.id === intentId;
  if (goesOn && outcome.outcome === 'authenticate')
    await assignmentOrThrow(context, earlier, outcome);
  await undoOperation(context, earlier);
  if (goesOn) throw paymentRefusal(outcome.outcome === 'declined' ? outcome.reason : null);
  return undefined;
}

/** Throws unless the operation was completed: the authentication came too late or failed. */
async function assertCompleted({ database }: AppContext, id: string, subject: string) {
  const over = await findFinishedOperation(database, id, subject);
  if (over?.state !== 'done') throw new Failure('billing.authenticationFailed');
}
