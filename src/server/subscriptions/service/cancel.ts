import { Failure } from '#contract/errors.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Tenant } from '#server/http/guard.ts';
import { claimTenant, specify, underClaim } from '#server/payments/claim.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import { type Intent, release, settle, subjectOf } from '#server/payments/intents.ts';
import { productRowOf } from '#server/payments/snapshot.ts';
import { getCurrent } from './current.ts';
import { finishChange, follow } from './finish-change.ts';
import { endFree } from './plan.ts';
import { isOverdue, liveSubscription, standingOf } from './standing.ts';
import { settleEarlier } from './strike.ts';
import type { Visitor } from './update.ts';

/**
 * Ends the subscription, immediately or at the end of the paid period (R-SUB-10). One-time
 * purchases stay.
 */
export async function cancel(
  house: House,
  visitor: Visitor,
  { atPeriodEnd }: { atPeriodEnd: boolean },
) {
  const { tenant, session } = visitor;
  await standingOf(tenant);
  const subject = subjectOf.tenant(tenant.id);
  const settled = await settleEarlier<CurrentSubscription | void>(house, {
    subject,
    intentId: null,
    isSame: () => false,
    finish: (arrangement, intent) => finishChange(house, intent, arrangement),
    already: () => getCurrent(house, visitor),
  });
  if (settled) return settled;
  const claim = await claimTenant(house.database, { tenantId: tenant.id, userId: session.user });
  const carryOut = await underClaim(house.database, claim, () =>
    endingFor(house, tenant, { claim, atPeriodEnd }),
  );
  await carryOut();
  return getCurrent(house, visitor);
}

type Ending = { claim: Intent; atPeriodEnd: boolean };

/**
 * Decides what canceling means for the organization's current state; returns the function that
 * carries it out.
 */
async function endingFor(house: House, tenant: Tenant, { claim, atPeriodEnd }: Ending) {
  const { database, gateway } = house;
  const { customer, running } = await standingOf(tenant);
  const live = await liveSubscription(house, customer);
  if (!live && running.every(({ oneTime }) => oneTime)) throw new Failure('billing.notSubscribed');
  if (!live) {
    return () =>
      tenant.run(async (tx) => {
        await endFree(tx, tenant.id);
        await settle(tx, claim);
      });
  }
  if (atPeriodEnd) {
    return async () => {
      await underClaim(database, claim, () => gateway.cancelAtPeriodEnd(live.id, true));
      await database.system((tx) => settle(tx, claim));
      await follow(house, { for_tenant: tenant.id });
    };
  }
  const intent = await database.system((tx) =>
    specify(tx, claim, { kind: 'cancel', customerId: customer, serviceId: live.id }),
  );
  return () =>
    finishCancel(house, intent).catch(async (error: unknown) => {
      await release(database, intent).catch(() => undefined);
      throw error;
    });
}

/** Cancels the subscription at the provider and reverses its overdue invoice. Idempotent. */
export async function finishCancel(house: House, intent: Intent) {
  const { gateway, database } = house;
  const tenantId = vouch.tenant(intent.for_tenant);
  const id = intent.service_id ?? '';
  const before = await gateway.retrieveSubscription(id).catch((error: unknown) => {
    if (error instanceof NotAtProvider) return null;
    throw error;
  });
  const ended = before && (await gateway.cancelSubscription(id));
  if (before && isOverdue(before) && before.latestInvoice) {
    await gateway.takeBack(before.latestInvoice, intent.id);
  }
  await database.tenant(tenantId, async (tx) => {
    if (ended) {
      await tx.run(
        db
          .updateTable('tenant_products')
          .set({ ...productRowOf(ended), grace_ends: null })
          .where('tenant_id', '=', tenantId)
          .where('service_id', '=', id),
      );
    }
    await endFree(tx, tenantId);
    await settle(tx, intent);
  });
  await follow(house, intent);
}
