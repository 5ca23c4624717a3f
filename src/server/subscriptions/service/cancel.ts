import { Failure } from '#contract/errors.ts';
import type { CurrentSubscription } from '#contract/subscriptions.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import { type Intent, openIntent, release, settle, subjectOf } from '#server/payments/intents.ts';
import { productRowOf } from '#server/payments/snapshot.ts';
import { getCurrent } from './current.ts';
import { finishChange, follow } from './finish-change.ts';
import { endFree } from './plan.ts';
import { isOverdue, liveSubscription, standingOf } from './standing.ts';
import { settleEarlier } from './strike.ts';
import type { Visitor } from './update.ts';

/**
 * Ends the subscription, at once or with the period that is paid (readings, Subscriptions). What was
 * bought for good stays.
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
  const { customer, running } = await standingOf(tenant);
  const live = await liveSubscription(house, customer);
  if (!live && running.every(({ oneTime }) => oneTime)) throw new Failure('billing.notSubscribed');
  if (!live) await tenant.run((tx) => endFree(tx, tenant.id));
  else if (atPeriodEnd) {
    await house.gateway.cancelAtPeriodEnd(live.id, true);
    await follow(house, { for_tenant: tenant.id });
  } else {
    const intent = await house.database.system((tx) =>
      openIntent(tx, {
        kind: 'cancel',
        subject,
        tenantId: tenant.id,
        userId: session.user,
        customerId: customer,
        serviceId: live.id,
      }),
    );
    await finishCancel(house, intent).catch(async (error: unknown) => {
      await release(house.database, intent).catch(() => undefined);
      throw error;
    });
  }
  return getCurrent(house, visitor);
}

/** Ends the subscription that was to end; what it still asks for is asked no more. Safe to repeat. */
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
