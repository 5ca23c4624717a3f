import { seatStatuses } from '#contract/statuses.ts';
import type { TenantId, DbTransaction } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { trialEndCause } from './billing-notifications.ts';
import { hasRunOut } from './grants.ts';
import { type CustomerSnapshot, isIncomplete } from './stripe/customer-snapshot.ts';

/** A product that costs nothing, with the price through which an organization holds it. */
export interface FreePlan {
  priceId: string;
  title: string;
  /** Seats; 0 is unlimited. */
  maxUsers: number;
}

/** Selects prices of 0, which have no subscription at the provider (R-SUB-05). */
const freePlans = db
  .selectFrom('subscription_prices as price')
  .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
  .where('price.price', '=', 0)
  .select(['price.id as priceId', 'product.title', 'product.max_users as maxUsers']);

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

/** Returns the number of seats in use; pending invitations count. */
const countUsedSeats = async (tx: DbTransaction, tenantId: TenantId): Promise<number> => {
  const { count } = await tx.one(
    db
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', seatStatuses),
  );
  return Number(count);
};

interface FreePlanContext {
  tenantId: TenantId;
  snapshot: CustomerSnapshot;
  currency: string | null;
  sentCauses: ReadonlySet<string>;
}

/**
 * Returns the free plan that the organization has, or would get after its trial. Moves an
 * organization whose trial ended unpaid (R-SUB-07), or whose granted plan ran out (R-SUP-11), to that plan, in the transaction that records
 * its notification and so only once, unless it has subscribed again since.
 */
export async function resolveFreePlan(
  tx: DbTransaction,
  { tenantId, snapshot, currency, sentCauses }: FreePlanContext,
) {
  const held = await currentFreePlan(tx, tenantId);
  const plan = held ?? (await offeredFreePlan(tx, currency));
  const latest = lastEndedSubscription(snapshot);
  const hasEnded = latest && (latest.endedUnpaid || hasRunOut(latest));
  const ended = hasEnded && !sentCauses.has(trialEndCause(latest)) ? latest.id : null;
  if (!plan) return { free: null, ended };
  if (ended) await assignFreePlan(tx, tenantId, plan);
  const isHeld = ended !== null || held !== undefined;
  return { free: { ...plan, isHeld, usedSeats: await countUsedSeats(tx, tenantId) }, ended };
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
  cancelled_at: sql<Date>`app.billing_now()`,
};
