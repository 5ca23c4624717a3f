import { entitlementOf } from '#contract/admission/entitlement.ts';
import { Failure } from '#contract/errors.ts';
import { type TenantProduct, type TenantSummary } from '#contract/membership.ts';
import type { Currency } from '#contract/money.ts';
import { MemberStatus, seatStatuses } from '#contract/statuses.ts';
import { membersWithAccounts, toMemberRecord } from '#server/identity/members/service.ts';
import type {
  Database,
  TenantId,
  DbTransaction,
  UserId,
} from '#server/platform/database/database.ts';
import { db, sql, type InferResult, type TableRow } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import { productPrecedence } from './active-product.ts';
import { toPriceRecord } from './price-record.ts';

/** Lists the organizations that a person is an active member of, by name (R-ORG-01). */
export const listTenantsOfUser = (database: Database, user: UserId) =>
  database.person(user, (tx) => listTenantSummaries(tx, user));

type TenantCaller = Pick<Member, 'tenant' | 'session'>;

/** Returns the organization of the request, with the caller's membership. */
export const getCurrentTenant = ({ tenant, session }: TenantCaller) =>
  tenant.run(async (tx) => {
    const [summary] = await listTenantSummaries(tx, session.user, tenant.id);
    if (!summary) throw new Failure('notFound');
    return summary;
  });

/**
 * Returns summaries with this person's membership: of the given organization, or, in the person's own
 * scope, of every one that they are an active member of.
 */
export async function listTenantSummaries(
  tx: DbTransaction,
  user: UserId,
  tenant: TenantId | null = null,
): Promise<TenantSummary[]> {
  const own = membersWithAccounts.where('member.user_id', '=', user);
  const [tenants, members] = await Promise.all([
    loadSummaries(tx, tenant),
    tx.all(tenant ? own.where('member.tenant_id', '=', tenant) : own),
  ]);
  return tenants.map((tenant) => {
    const membership = members.find(({ tenant_id }) => tenant_id === tenant.id);
    return { ...tenant, currentUser: membership ? toMemberRecord(membership) : null };
  });
}

/** Returns summaries of these organizations by id, without a current member. */
export async function tenantSummariesById(tx: DbTransaction, ids: readonly string[]) {
  const tenants = await loadSummaries(tx, [...new Set(ids)]);
  return new Map(tenants.map((tenant) => [tenant.id, tenant]));
}

/** Returns summaries of one, of several, or (`null`) of every organization of the person in scope. */
async function loadSummaries(tx: DbTransaction, scope: string | string[] | null) {
  const inScope = (column: string) => {
    // Repeats the condition of the row-level security policy, so that PostgreSQL can use an index.
    if (scope === null)
      return sql<boolean>`${sql.ref(column)} = any (array(select app.my_tenants()))`;
    return typeof scope === 'string'
      ? sql<boolean>`${sql.ref(column)} = ${scope}`
      : sql<boolean>`${sql.ref(column)} = any (${scope}::uuid[])`;
  };
  const [tenants, products, counts] = await Promise.all([
    tx.all(db.selectFrom('tenants').selectAll().where(inScope('tenants.id')).orderBy('name')),
    tx.all(tenantProductsQuery.where(inScope('held.tenant_id'))),
    tx.all(memberCountsQuery.where(inScope('memberships.tenant_id'))),
  ]);
  const productsOfTenant = Map.groupBy(products, ({ tenant_id }) => tenant_id);
  const countsOf = new Map(counts.map(({ tenant_id, ...counted }) => [tenant_id, counted]));
  return tenants.map((tenant) =>
    toTenantSummary(tenant, {
      products: productsOfTenant.get(tenant.id) ?? [],
      counts: countsOf.get(tenant.id) ?? { seats: 0, active: 0 },
    }),
  );
}

/** Returns current and past products of the organization; active ones first, then by tier. */
export const listTenantProducts = async (
  tx: DbTransaction,
  tenant: TenantId,
): Promise<TenantProduct[]> =>
  toTenantProducts(await tx.all(tenantProductsQuery.where('held.tenant_id', '=', tenant)));

const tenantProductsQuery = db
  .selectFrom('tenant_products as held')
  .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
  .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
  .selectAll('price')
  .select([
    'held.tenant_id',
    'held.id as tenant_product_id',
    'held.status',
    'held.trial_ends',
    'held.start_date',
    'held.end_date',
    'held.canceled_at',
    'held.grace_ends',
    'held.granted',
    'product.tier',
    'product.title',
    'product.max_users',
    'product.max_transactions',
    'product.max_storage',
    'product.audit_days',
    'product.badge',
  ])
  // As subqueries, evaluated once instead of once per row, and on Citus both clocks on one node.
  .select(sql<Date>`(select app.billing_now())`.as('as_of'))
  .select(sql<boolean>`(select app.billing_now() <> now())`.as('is_moved'))
  .orderBy(sql.join(productPrecedence));

const memberCountsQuery = db
  .selectFrom('memberships')
  .where('status', 'in', seatStatuses)
  .groupBy('tenant_id')
  .select((eb) => [
    'tenant_id',
    eb.fn.countAll<number>().as('seats'),
    eb.fn.countAll<number>().filterWhere('status', '=', MemberStatus.Active).as('active'),
  ]);

type TenantProductWithPrice = InferResult<typeof tenantProductsQuery>[number];

const toTenantProducts = (rows: TenantProductWithPrice[]) =>
  rows.map(toTenantProduct).toSorted((a, b) => Number(b.active) - Number(a.active));

const toTenantProduct = (row: TenantProductWithPrice): TenantProduct => ({
  id: row.tenant_product_id,
  active: row.status !== 'canceled' && (row.end_date === null || row.end_date > row.as_of),
  subscriptionProduct: {
    id: row.subscription_product_id,
    tier: row.tier,
    title: row.title,
    maxUsers: row.max_users,
    maxTransactions: row.max_transactions,
    maxStorage: row.max_storage,
    auditDays: row.audit_days,
    badge: row.badge,
  },
  subscriptionPrice: toPriceRecord(row),
  trialEnds: row.trial_ends && Math.floor(row.trial_ends.getTime() / 1000),
  startDate: row.start_date.toISOString(),
  endDate: row.end_date?.toISOString() ?? null,
  cancelledAt: row.canceled_at?.toISOString() ?? null,
  graceEnds: row.grace_ends?.toISOString() ?? null,
  asOf: row.is_moved ? row.as_of.toISOString() : null,
  status: row.status as TenantProduct['status'],
  granted: row.granted,
});

type SummaryParts = {
  products: TenantProductWithPrice[];
  counts: { seats: number; active: number };
};

function toTenantSummary(
  tenant: TableRow<'tenants'>,
  { counts, ...parts }: SummaryParts,
): TenantSummary {
  const products = toTenantProducts(parts.products);
  const entitled = entitlementOf({ subdomain: tenant.subdomain, products });
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
    currency: tenant.transaction_currency as Currency,
    subscriptionCustomerId: tenant.customer_id,
    subscriptionPlanId: entitled.product?.subscriptionPrice.serviceId ?? null,
    products,
    currentUser: null,
    suspension: tenant.suspended_at && {
      since: tenant.suspended_at.toISOString(),
      reason: tenant.suspension_reason ?? '',
    },
    requiresFactor: tenant.requires_factor,
    usersCount: counts.active,
    seatsTaken: counts.seats,
  };
}
