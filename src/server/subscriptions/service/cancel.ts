import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import { db } from '#server/database/query.ts';
import type { TenantScope, Member } from '#server/http/contract/guard.ts';
import { mailSiteOf } from '#server/mail/compose.ts';
import { endCause } from '#server/payments/billing-notifications.ts';
import {
  type BillingOperation,
  releaseOnError,
  finishOperation,
} from '#server/payments/billing-operations.ts';
import { specifyOperation, abandonOnError } from '#server/payments/claim-operation.ts';
import { sendBillingNotifications } from '#server/payments/mail.ts';
import { lockTenantRow } from '#server/payments/reconcile.ts';
import { ResourceMissing } from '#server/payments/stripe/errors.ts';
import { toTenantProductRow } from '#server/payments/stripe/subscription-snapshot.ts';
import { liveSubscription, billingStateOf } from './billing-state.ts';
import { getCurrentSubscription } from './current.ts';
import { beginChange, reconcileOrDefer } from './finish-change.ts';
import { endFreePlan } from './plan.ts';

/** Ends the subscription, now or with its paid period (R-SUB-10). One-time purchases stay. */
export async function cancel(
  context: AppContext,
  visitor: Member,
  { atPeriodEnd }: { atPeriodEnd: boolean },
) {
  const { tenant } = visitor;
  await billingStateOf(tenant);
  const { settled, claim } = await beginChange(context, visitor);
  if (!claim) return settled;
  const carryOut = await abandonOnError(context.database, claim, () =>
    cancellationFor(context, tenant, { claim, atPeriodEnd }),
  );
  await carryOut();
  return getCurrentSubscription(context, visitor);
}

type CancelRequest = { claim: BillingOperation; atPeriodEnd: boolean };

/** Decides what canceling means in the current state; returns the function that carries it out. */
async function cancellationFor(
  context: AppContext,
  tenant: TenantScope,
  { claim, atPeriodEnd }: CancelRequest,
) {
  const { database, stripe } = context;
  const { customer, running } = await billingStateOf(tenant);
  const live = await liveSubscription(context, customer);
  if (!live && running.every(({ oneTime }) => oneTime)) throw new Failure('billing.notSubscribed');
  if (!live) {
    return () =>
      tenant.run(async (tx) => {
        await endFreePlan(tx, tenant.id);
        await finishOperation(tx, claim);
      });
  }
  if (atPeriodEnd) {
    return async () => {
      await abandonOnError(database, claim, () => stripe.setCancelAtPeriodEnd(live.id, true));
      await database.system((tx) => finishOperation(tx, claim));
      await reconcileOrDefer(context, { for_tenant: tenant.id });
    };
  }
  const operation = await database.system((tx) =>
    specifyOperation(tx, claim, { kind: 'cancel', customerId: customer, serviceId: live.id }),
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
  const ended = before && (await stripe.cancelSubscription(id));
  await database.tenant(tenantId, async (tx) => {
    const locked = ended && (await lockTenantRow(tx, tenantId));
    if (locked) {
      await tx.run(
        db
          .updateTable('tenant_products')
          .set({ ...toTenantProductRow(ended), grace_ends: null })
          .where('tenant_id', '=', tenantId)
          .where('service_id', '=', id),
      );
      const cause = endCause(ended);
      const sender = { tenant: locked, site: mailSiteOf(context) };
      await sendBillingNotifications(tx, sender, (sent) =>
        sent.has(cause) ? [] : [{ kind: 'ended', cause }],
      );
    }
    await endFreePlan(tx, tenantId);
    await finishOperation(tx, operation);
  });
  await reconcileOrDefer(context, operation);
}
