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

/** What decides how an organization may change its plan. */
export interface Standing {
  name: string;
  customer: string | null;
  /** Fixed by the first payment. */
  currency: string | null;
  /** It has had its one trial. */
  hadTrial: boolean;
  /** What runs, by our rows. */
  running: Running[];
  /** The provider's clock, in epoch seconds. */
  now: number;
}

interface Running {
  priceId: string;
  oneTime: boolean;
  /** A subscription of the provider's, of which there is one. */
  isSubscription: boolean;
  isTrial: boolean;
  /** Bought once: it stays, whatever plan there is beside it. */
  isPurchase: boolean;
  tier: number;
  maxUsers: number;
}

/** The organization's standing; the operator's own has none (section 6). */
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
    // Deleted since the guard let the call in.
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

/** What runs, by our rows, in the transaction of whoever decides by it. */
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

/** The subscription that runs at the provider, the truth whatever our rows say; null for none. */
export async function liveSubscription(
  { gateway }: House,
  customer: string | null,
): Promise<ProviderSubscription | null> {
  if (customer === null) return null;
  const all = await gateway.listSubscriptions(customer).catch((error: unknown) => {
    if (error instanceof NotAtProvider) return [];
    throw error;
  });
  // The oldest: of two, the newer one is ended (decision 23).
  return all.findLast(isLive) ?? null;
}

type Room = { tier: number; maxUsers: number };

export const isOverdue = ({ status }: ProviderSubscription) =>
  status === 'past_due' || status === 'unpaid';

/**
 * Refuses a plan with less room than people, invited ones included: how many there are, how many
 * fit, and who could be removed. Under the tenant's lock. 0 is room for any number.
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

/** The room there is with this product beside others: that of the highest tier counts. */
export function roomWith(beside: Room[], next: Room) {
  const [best] = [next, ...beside].toSorted((a, b) => b.tier - a.tier);
  return best?.maxUsers ?? 1;
}
