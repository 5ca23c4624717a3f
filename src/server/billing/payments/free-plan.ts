import { PriceType } from '#contract/periods.ts';
import { MemberStatus, seatStatuses } from '#contract/statuses.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { type CustomerSnapshot, isIncomplete } from '#server/platform/stripe/customer-snapshot.ts';
import { trialEndCause } from './billing-notifications.ts';
import { hasEndedByItself } from './grants.ts';

/** A product that costs nothing, with the price through which an organization holds it. */
export type FreePlan = {
  priceId: string;
  title: string;
  tier: number;
  /** Seats; 0 is unlimited. */
  maxUsers: number;
};

/** Selects prices of 0, which have no subscription at the provider (R-SUB-05). */
const freePlans = db
  .selectFrom('subscription_prices as price')
  .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
  .where('price.price', '=', 0)
  .select(['price.id as priceId', 'product.title', 'product.tier'])
  .select('product.max_users as maxUsers');

/** Returns the free plan that runs, alone or beside a paid one; undefined when there is none. */
const currentFreePlan = (tx: DbTransaction, tenantId: TenantId): Promise<FreePlan | undefined> =>
  tx.first(
    freePlans
      .innerJoin('tenant_products as held', 'held.subscription_price_id', 'price.id')
      .where('held.tenant_id', '=', tenantId)
      .where(isRunningFreePlan)
      .orderBy('product.tier', 'desc')
      .limit(1),
  );

/** Returns the free plan on offer of lowest tier, in this currency if possible; undefined for none. */
export const offeredFreePlan = (
  tx: DbTransaction,
  currency: string | null,
): Promise<FreePlan | undefined> =>
  tx.first(
    freePlans
      .where('product.active', '=', true)
      .where('price.active', '=', true)
      .orderBy('product.tier')
      .orderBy(sql`price.currency is distinct from ${currency}`)
      .orderBy(sql`price.currency <> 'usd'`)
      .orderBy('price.id')
      .limit(1),
  );

/**
 * Makes this the organization's free plan, beside any paid product: it becomes the active product
 * when no higher tier runs. Ends another free plan. The transaction must hold the tenant's lock.
 */
export async function assignFreePlan(
  tx: DbTransaction,
  tenantId: TenantId,
  { priceId }: Pick<FreePlan, 'priceId'>,
) {
  const held = await tx.all(
    db
      .selectFrom('tenant_products as held')
      .select(['held.id', 'held.subscription_price_id as priceId'])
      .where('held.tenant_id', '=', tenantId)
      .where(isRunningFreePlan),
  );
  const others = held.filter((row) => row.priceId !== priceId).map(({ id }) => id);
  if (others.length > 0) {
    await tx.run(
      db
        .updateTable('tenant_products')
        .set(endedNow)
        .where('tenant_id', '=', tenantId)
        .where('id', 'in', others),
    );
  }
  if (others.length < held.length) return;
  await tx.run(
    db.insertInto('tenant_products').values({
      tenant_id: tenantId,
      subscription_price_id: priceId,
      status: 'active',
      start_date: sql<Date>`app.billing_now()`,
    }),
  );
}

/** Returns the free plan that an organization has, or would get when its paid plan ends; null for none. */
async function freePlanFor(
  tx: DbTransaction,
  { tenantId, currency }: FreePlanOwner,
): Promise<(FreePlan & { isHeld: boolean }) | null> {
  const held = await currentFreePlan(tx, tenantId);
  const plan = held ?? (await offeredFreePlan(tx, currency));
  return plan ? { ...plan, isHeld: held !== undefined } : null;
}

type FreePlanOwner = {
  tenantId: TenantId;
  currency: string | null;
};

/** Returns the number of active members, and the open invitations, oldest first. */
export async function findSeatHolders(tx: DbTransaction, tenantId: TenantId) {
  const held = db
    .selectFrom('memberships')
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', seatStatuses);
  const { PendingInvitation: pending } = MemberStatus;
  const counted = held.where('status', '<>', pending);
  const invited = held.where('status', '=', pending);
  const [{ members }, invitations] = await Promise.all([
    tx.one(counted.select(({ fn }) => fn.countAll<number>().as('members'))),
    tx.all(invited.select(['id', 'user_id']).orderBy('id')),
  ]);
  return { members: Number(members), invitations };
}

/** Returns the invitations that have no seat beside the members, the latest ones; `max` 0: unlimited. */
export const withoutSeat = <T>(
  invitations: T[],
  { members, max }: Record<'members' | 'max', number>,
) => (max === 0 ? [] : invitations.slice(Math.max(0, max - members)));

/** Returns the plan that remains when the subscription ends: a purchase or the free plan; null for none. */
export async function planAfterEnd(tx: DbTransaction, owner: FreePlanOwner) {
  const [free, purchases] = await Promise.all([
    freePlanFor(tx, owner),
    tx.all(
      db
        .selectFrom('tenant_products as held')
        .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
        .innerJoin(
          'subscription_products as product',
          'product.id',
          'price.subscription_product_id',
        )
        .select(['product.title', 'product.tier', 'product.max_users as maxUsers'])
        .where('held.tenant_id', '=', owner.tenantId)
        .where('held.service_id', 'is not', null)
        .where('held.status', '<>', 'canceled')
        .where('price.type', '=', PriceType.OneTime),
    ),
  ]);
  const [best] = [
    ...purchases.map((purchase) => ({ ...purchase, isFree: false })),
    ...(free ? [{ ...free, isFree: true }] : []),
  ].toSorted((a, b) => b.tier - a.tier);
  return best ?? null;
}

/**
 * Moves an organization whose subscription has ended, for whatever reason, to its free plan (decision 77), and withdraws
 * the open invitations that have no seat then. Returns the free plan, or null if another plan or none is active. The
 * transaction must hold the tenant's lock.
 */
export async function endInFreePlan(tx: DbTransaction, owner: FreePlanOwner) {
  const { tenantId } = owner;
  const plan = await freePlanFor(tx, owner);
  if (plan && !plan.isHeld) await assignFreePlan(tx, tenantId, plan);
  const { members, invitations } = await findSeatHolders(tx, tenantId);
  const rest = await planAfterEnd(tx, owner);
  // Without a plan an organization has one seat (R-MEM-04).
  const max = rest?.maxUsers ?? 1;
  for (const { id, user_id: user } of withoutSeat(invitations, { members, max })) {
    await tx.run(
      db.deleteFrom('memberships').where('tenant_id', '=', tenantId).where('id', '=', id),
    );
    await tx.run(sql`select app.delete_invitation(${tenantId}::uuid, ${user}::uuid)`);
  }
  return rest?.isFree ? { ...rest, members } : null;
}

type FreePlanContext = {
  snapshot: CustomerSnapshot;
  sentCauses: ReadonlySet<string>;
  /** Subscriptions that have ended since the reconciliation before. */
  newlyEnded: readonly string[];
} & FreePlanOwner;

/**
 * Returns the free plan that remains, or would, without the subscription; null for another plan or none. Moves an
 * organization whose last subscription has ended (R-SUB-07, R-SUB-10, R-SUP-11) to the free plan, in the transaction that
 * records its notification and so only once.
 */
export async function resolveFreePlan(tx: DbTransaction, context: FreePlanContext) {
  const { tenantId, snapshot, sentCauses, newlyEnded } = context;
  const latest = lastEndedSubscription(snapshot);
  const hasEnded =
    latest &&
    (hasEndedByItself(latest)
      ? !sentCauses.has(trialEndCause(latest))
      : newlyEnded.includes(latest.id));
  if (hasEnded) return { free: await endInFreePlan(tx, context), ended: latest.id };
  const rest = await planAfterEnd(tx, context);
  if (!rest?.isFree) return { free: null, ended: null };
  const { members } = await findSeatHolders(tx, tenantId);
  return { free: { ...rest, members }, ended: null };
}

/** Returns the subscription that ended last; undefined while one runs. */
function lastEndedSubscription({ subscriptions }: CustomerSnapshot) {
  const begun = subscriptions.filter((state) => !isIncomplete(state));
  if (begun.some(({ endedAt }) => endedAt === null)) return undefined;
  return begun.toSorted((a, b) => Number(b.endedAt) - Number(a.endedAt))[0];
}

const isRunningFreePlan = sql<boolean>`held.service_id is null and held.status <> 'canceled'
  and (held.end_date is null or held.end_date > app.billing_now())
  and exists (select from subscription_prices free
    where free.id = held.subscription_price_id and free.price = 0)`;

/** Values of a product that ends now, by the billing clock. */
export const endedNow = {
  status: 'canceled',
  end_date: sql<Date>`app.billing_now()`,
  canceled_at: sql<Date>`app.billing_now()`,
};
