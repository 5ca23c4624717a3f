import { Failure } from '#contract/errors.ts';
import { type TenantProduct, type TenantSummary } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Database, TenantId, Transaction, UserId } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';
import type { Tenant } from '#server/http/guard.ts';
import { membersWithAccounts, presentMember } from '#server/members/service.ts';
import { presentPrice } from '#server/products/service/list.ts';

/** Lists the organizations that a person is an active member of, by name (R-ORG-01). */
export const listOf = (database: Database, user: UserId) =>
  database.person(user, (tx) => summaries(tx, user));

/** Returns the organization of the request, with the caller's membership. */
export const getCurrent = (tenant: Tenant, user: UserId) =>
  tenant.run(async (tx) => {
    const [summary] = await summaries(tx, user, tenant.id);
    if (!summary) throw new Failure('notFound');
    return summary;
  });

/**
 * Returns summaries with this person's membership: of the given organization, or, in the person's own
 * scope, of every one that they are an active member of.
 */
export async function summaries(
  tx: Transaction,
  user: UserId,
  tenant: TenantId | null = null,
): Promise<TenantSummary[]> {
  const own = membersWithAccounts.where('member.user_id', '=', user);
  const [tenants, members] = await Promise.all([
    summarize(tx, tenant),
    tx.all(tenant ? own.where('member.tenant_id', '=', tenant) : own),
  ]);
  return tenants.map((tenant) => {
    const mine = members.find(({ tenant_id }) => tenant_id === tenant.id);
    return { ...tenant, currentUser: mine ? presentMember(mine) : null };
  });
}

/** Returns summaries of these organizations by id, without a current member. */
export async function summariesByTenant(tx: Transaction, ids: readonly string[]) {
  const tenants = await summarize(tx, [...new Set(ids)]);
  return new Map(tenants.map((tenant) => [tenant.id, tenant]));
}

/** Returns summaries of one, of several, or (`null`) of every organization of the person in scope. */
async function summarize(tx: Transaction, of: string | string[] | null) {
  const among = (column: string) => {
    // Repeats the condition of the row-level security policy, so that PostgreSQL can use an index.
    if (of === null) return sql<boolean>`${sql.ref(column)} = any (array(select app.my_tenants()))`;
    return typeof of === 'string'
      ? sql<boolean>`${sql.ref(column)} = ${of}`
      : sql<boolean>`${sql.ref(column)} = any (${of}::uuid[])`;
  };
  const [tenants, products, counts] = await Promise.all([
    tx.all(db.selectFrom('tenants').selectAll().where(among('tenants.id')).orderBy('name')),
    tx.all(withProducts.where(among('held.tenant_id'))),
    tx.all(memberCounts.where(among('memberships.tenant_id'))),
  ]);
  const productsOfTenant = Map.groupBy(products, ({ tenant_id }) => tenant_id);
  const countsOf = new Map(counts.map(({ tenant_id, ...counted }) => [tenant_id, counted]));
  return tenants.map((tenant) =>
    presentSummary(tenant, {
      products: productsOfTenant.get(tenant.id) ?? [],
      counts: countsOf.get(tenant.id) ?? { seats: 0, active: 0 },
    }),
  );
}

/** Returns current and past products of the organization; active ones first, then by tier. */
export const productsOf = async (tx: Transaction, tenant: TenantId): Promise<TenantProduct[]> =>
  presentProducts(await tx.all(withProducts.where('held.tenant_id', '=', tenant)));

const withProducts = db
  .selectFrom('tenant_products as held')
  .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
  .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
  .selectAll('price')
  .select([
    'held.tenant_id',
    'held.id as held_id',
    'held.status',
    'held.trial_ends',
    'held.start_date',
    'held.end_date',
    'held.cancelled_at',
    'held.grace_ends',
    'product.tier',
    'product.title',
    'product.max_users',
    'product.badge',
  ])
  // As subqueries, evaluated once instead of once per row.
  .select(sql<Date>`(select app.billing_now())`.as('as_of'))
  .select(sql<boolean>`(select app.billing_now()) <> now()`.as('is_moved'))
  .orderBy('product.tier', 'desc')
  .orderBy('held.start_date', 'desc');

const memberCounts = db
  .selectFrom('memberships')
  .where('status', 'in', [MemberStatus.PendingInvitation, MemberStatus.Active])
  .groupBy('tenant_id')
  .select((eb) => [
    'tenant_id',
    eb.fn.countAll<number>().as('seats'),
    eb.fn.countAll<number>().filterWhere('status', '=', MemberStatus.Active).as('active'),
  ]);

type Held = Row<'subscription_prices'> &
  Pick<
    Row<'tenant_products'>,
    | 'tenant_id'
    | 'status'
    | 'trial_ends'
    | 'start_date'
    | 'end_date'
    | 'cancelled_at'
    | 'grace_ends'
  > &
  Pick<Row<'subscription_products'>, 'tier' | 'title' | 'max_users' | 'badge'> & {
    held_id: string;
    as_of: Date;
    is_moved: boolean;
  };

const presentProducts = (held: Held[]) =>
  held.map(presentProduct).toSorted((a, b) => Number(b.active) - Number(a.active));

const presentProduct = (held: Held): TenantProduct => ({
  id: held.held_id,
  active: held.status !== 'canceled' && (held.end_date === null || held.end_date > held.as_of),
  subscriptionProduct: {
    id: held.subscription_product_id,
    tier: held.tier,
    title: held.title,
    maxUsers: held.max_users,
    badge: held.badge,
  },
  subscriptionPrice: presentPrice(held),
  trialEnds: held.trial_ends && Math.floor(held.trial_ends.getTime() / 1000),
  startDate: held.start_date.toISOString(),
  endDate: held.end_date?.toISOString() ?? null,
  cancelledAt: held.cancelled_at?.toISOString() ?? null,
  graceEnds: held.grace_ends?.toISOString() ?? null,
  asOf: held.is_moved ? held.as_of.toISOString() : null,
  status: held.status as TenantProduct['status'],
});

type Parts = { products: Held[]; counts: { seats: number; active: number } };

const presentSummary = (tenant: Row<'tenants'>, { products, counts }: Parts): TenantSummary => {
  const held = presentProducts(products);
  return {
    id: tenant.id,
    uuid: tenant.id,
    name: tenant.name,
    subdomain: tenant.subdomain,
    domain: tenant.domain,
    icon: tenant.icon,
    logo: tenant.logo,
    logoDarkmode: tenant.logo_darkmode,
    appTheme: tenant.app_theme,
    appColor: tenant.app_color,
    subscriptionCustomerId: tenant.customer_id,
    subscriptionPlanId: held.find(({ active }) => active)?.subscriptionPrice.serviceId ?? null,
    products: held,
    currentUser: null,
    usersCount: counts.active,
    seatsTaken: counts.seats,
  };
};
