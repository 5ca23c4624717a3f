import { Failure } from '#contract/errors.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Tenant } from '#server/http/guard.ts';
import { isLive } from '#server/payments/duplicates.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { isOperators } from '#server/tenants/service/create.ts';

/** What decides how an organization may change its plan. */
export interface Standing {
  name: string;
  customer: string | null;
  /** Fixed by the first subscription. */
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
      running: held
        .filter(({ status, end_date: end }) => status !== 'canceled' && !isOver(end, now))
        .map(({ id, type, tier, max_users }) => ({
          priceId: id,
          oneTime: type === 0,
          tier,
          maxUsers: max_users,
        })),
      now,
    };
  });

const isOver = (end: Date | null, now: number) => end !== null && end.getTime() <= now * 1_000;

const heldOf = (tenantId: string) =>
  db
    .selectFrom('tenant_products as held')
    .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .select(['price.id', 'price.type', 'product.tier', 'product.max_users'])
    .select(['held.status', 'held.trial_ends', 'held.end_date'])
    .where('held.tenant_id', '=', tenantId);

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

/** The room there is with this product, beside the ones that were bought for good. */
export function roomWith(running: Running[], next: { tier: number; maxUsers: number }) {
  const beside = running.filter(({ oneTime }) => oneTime);
  const [best] = [next, ...beside].toSorted((a, b) => b.tier - a.tier);
  return best?.maxUsers ?? 1;
}
