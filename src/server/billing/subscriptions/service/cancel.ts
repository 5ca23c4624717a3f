import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import {
  type BillingOperation,
  releaseOnError,
  finishOperation,
} from '#server/billing/payments/billing-operations.ts';
import { specifyOperation, abandonOnError } from '#server/billing/payments/claim-operation.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantScope, Member } from '#server/platform/http/contract/guard.ts';
import type { CancellationAnswer } from '#server/platform/stripe/cancellation-details.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';
import { liveSubscription, billingStateOf, endsAtOnce } from './billing-state.ts';
import { getCurrentSubscription } from './current.ts';
import { operationRequestOf } from './customer.ts';
import { cancelFreePlan, recordEnd, recordScheduledEnd } from './end-plan.ts';
import { beginChange, reconcileOrDefer } from './finish-change.ts';
import { grantEndInPeriod } from './granted.ts';

type CancelBody = HandlerInput<(typeof subscriptions)['endpoints']['cancel']>['body'];

/**
 * Ends the subscription, now or with its paid period, and records why (R-SUB-10). One-time purchases
 * stay.
 */
export async function cancel(
  context: AppContext,
  visitor: Member,
  { atPeriodEnd, reason, comment }: CancelBody,
) {
  const { tenant } = visitor;
  await billingStateOf(tenant);
  const { settled, claim } = await beginChange(context, visitor);
  if (!claim) return settled;
  const carryOut = await abandonOnError(context.database, claim, () =>
    cancellationFor(context, tenant, {
      claim,
      atPeriodEnd,
      answer: { reason: reason ?? null, comment: comment || null },
    }),
  );
  await carryOut();
  return getCurrentSubscription(context, visitor);
}

type CancelRequest = {
  claim: BillingOperation;
  atPeriodEnd: boolean;
  answer: CancellationAnswer;
};

/** Decides what canceling means in the current state; returns the function that carries it out. */
async function cancellationFor(
  context: AppContext,
  tenant: TenantScope,
  { claim, atPeriodEnd, answer }: CancelRequest,
) {
  const { database, stripe } = context;
  const { customer, running } = await billingStateOf(tenant);
  const live = await liveSubscription(context, customer);
  if (!live && running.every(({ oneTime }) => oneTime)) {
    const isPurchased = running.some(({ isPurchase }) => isPurchase);
    throw new Failure(isPurchased ? 'billing.oneTimePurchase' : 'billing.notSubscribed');
  }
  if (!live) {
    return () =>
      tenant.run(async (tx) => {
        await cancelFreePlan(tx, context, { tenantId: tenant.id, answer });
        await finishOperation(tx, claim);
      });
  }
  // Nothing was paid beyond now, and the invoice of an overdue period would be charged until its end.
  if (atPeriodEnd && !endsAtOnce(live)) {
    if (grantEndInPeriod(live)) throw new Failure('billing.grantEndsFirst');
    return async () => {
      await abandonOnError(database, claim, () => stripe.cancelAtPeriodEnd(live.id, answer));
      await tenant.run(async (tx) => {
        await recordScheduledEnd(tx, live.id, { tenantId: tenant.id, answer });
        await finishOperation(tx, claim);
      });
      await reconcileOrDefer(context, { for_tenant: tenant.id });
    };
  }
  const operation = await database.system((tx) =>
    specifyOperation(tx, claim, {
      kind: 'cancel',
      customerId: customer,
      serviceId: live.id,
      request: { answer },
    }),
  );
  return () => releaseOnError(database, operation, finishCancellation(context, operation));
}

/**
 * Cancels the subscription at the provider and tells owners and admins (R-SUB-22); reconciliation voids its
 * open invoices. Idempotent.
 */
export async function finishCancellation(context: AppContext, operation: BillingOperation) {
  const { stripe, database } = context;
  const tenantId = operation.for_tenant;
  const id = operation.service_id ?? '';
  const before = await stripe.retrieveSubscription(id).catch((error: unknown) => {
    if (error instanceof ResourceMissing) return null;
    throw error;
  });
  const { answer } = operationRequestOf<{ answer: CancellationAnswer }>(operation);
  const ended = before && (await stripe.cancelSubscription(id, answer));
  await database.tenant(tenantId, async (tx) => {
    if (ended) await recordEnd(tx, context, { tenantId, answer, ended });
    await finishOperation(tx, operation);
  });
  await reconcileOrDefer(context, operation);
}
