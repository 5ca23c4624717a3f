import { Failure } from '#contract/errors.ts';
import { PriceType } from '#contract/periods.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Tenant } from '#server/http/guard.ts';
import { isLive } from '#server/payments/duplicates.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { isOperators } from '#server/tenants/service/operators.ts';

/** The state that decides how an organization may change its plan. */
export interface Standing {
  name: string;
  customer: string | null;
  /** Fixed by the first payment (R-SUB-11); null before it. */
  currency: string | null;
  /** True when the organization has had its trial (R-SUB-06). */
  hadTrial: boolean;
  /** The running products, from our rows. */
  running: Running[];
  /** The current time in epoch seconds, by the provider's clock. */
  now: number;
}

interface Running {
  priceId: string;
  oneTime: boolean;
  /** True for a recurring subscription at the provider; there is at most one. */
  isSubscription: boolean;
  isTrial: boolean;
  /** True for a one-time purchase, which stays beside any plan. */
  isPurchase: boolean;
  tier: number;
  maxUsers: number;
}

/**
 * Returns the organization's state; throws `billing.adminTenant` for the operator's organization
 * (R-ORG-10).
 */
export const standingOf = (tenant: Tenant): Promise<Standing> =>
  tenant.run(async (tx) => {
    const [row, held, { now }] = await Promise.all([
      tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenant.id)),
      tx.all(heldOf(tenant.id)),
      tx.one(
        statement(
          sql<{ now: number }>`select floor(extract(epoch from app.billing_now()))::float8 as now`,
        ),
      ),
    ]);
    // The organization was deleted after the guard admitted the call.
    if (!row) throw new Failure('notFound');
    if (isOperators(row)) throw new Failure('billing.adminTenant');
    return {
      name: row.name,
      customer: row.customer_id,
      currency: row.currency,
      hadTrial: held.some(({ trial_ends: ends }) => ends !== null),
      running: held.filter(isRunning).map(present),
      now,
    };
  });

/** Returns the running products from our rows, in the caller's transaction. */
export const heldBy = async (tx: Transaction, tenantId: TenantId): Promise<Running[]> =>
  (await tx.all(heldOf(tenantId))).filter(isRunning).map(present);

const heldOf = (tenantId: string) =>
  db
    .selectFrom('tenant_products as held')
    .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .select(['price.id', 'price.type', 'product.tier', 'product.max_users'])
    .select(['held.status', 'held.trial_ends', 'held.service_id'])
    .select(sql<boolean>`held.end_date <= app.billing_now()`.as('is_over'))
    .where('held.tenant_id', '=', tenantId);

interface Held {
  id: string;
  type: number;
  tier: number;
  max_users: number;
  status: string;
  trial_ends: Date | null;
  service_id: string | null;
  is_over: boolean | null;
}

const isRunning = ({ status, is_over }: Held) => status !== 'canceled' && is_over !== true;

const present = ({ id, type, tier, max_users, service_id, status }: Held): Running => ({
  priceId: id,
  oneTime: type === PriceType.OneTime,
  isSubscription: type === PriceType.Recurring && service_id !== null,
  isPurchase: type === PriceType.OneTime && service_id !== null,
  isTrial: status === 'trialing',
  tier,
  maxUsers: max_users,
});

/**
 * Returns the subscription that runs at the provider, whose state counts more than our rows; null
 * for none.
 */
export async function liveSubscription(
  { gateway }: House,
  customer: string | null,
): Promise<ProviderSubscription | null> {
  if (customer === null) return null;
  const all = await gateway.listSubscriptions(customer).catch((error: unknown) => {
    if (error instanceof NotAtProvider) return [];
    throw error;
  });
  // The oldest one: the newer of two is a duplicate and will be ended (decision 23).
  return all.findLast(isLive) ?? null;
}

type Room = { tier: number; maxUsers: number };

export const isOverdue = ({ status }: ProviderSubscription) =>
  status === 'past_due' || status === 'unpaid';

/**
 * Refuses a plan with fewer seats than members and pending invitations (R-SUB-04), with the numbers
 * and the members who could be removed. Must run under the tenant's lock. 0 is unlimited.
 */
export async function assertFits(tx: Transaction, tenantId: TenantId, max: number) {
  if (max === 0) return;
  const people = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.email', 'memberships.role'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.status', 'in', [0, 2])
      .orderBy('memberships.id', 'desc'),
  );
  if (people.length <= max) return;
  const members = people.filter(({ role }) => role !== 0).map(({ email }) => email);
  throw new Failure('billing.downgradeBlocked', {
    params: { max, used: people.length, remove: people.length - max, members },
  });
}

/** Returns the seats of the product of highest tier. */
export function roomWith(beside: Room[], next: Room) {
  const [best] = [next, ...beside].toSorted((a, b) => b.tier - a.tier);
  return best?.maxUsers ?? 1;
}
