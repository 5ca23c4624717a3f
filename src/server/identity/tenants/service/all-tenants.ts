import type { tenantList } from '#contract/lists/operator.ts';
import { id } from '#contract/shapes.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import { membersWithAccounts, toMemberRecord } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database, DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import {
  createdIn,
  hasCreationPeriod,
  searchCondition,
  type CreationPeriod,
} from '#server/platform/database/search.ts';
import { readSortedPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import { tenantSummariesById } from './summaries.ts';
import { removeTenant } from './update.ts';

type TenantQuery = PageQuery & {
  search: string;
  sort: keyof typeof sortKeys;
  descending: boolean;
  tier?: number[] | undefined;
  status?: string[] | undefined;
} & CreationPeriod;

/** Lists every organization with its products and first members; for the operator (R-OPR-02). */
export const listAllTenants = (
  database: Database,
  { search, sort, descending, ...page }: TenantQuery,
) =>
  database.operator(async (tx) => {
    const tenantId = sql<string>`tenants.id`;
    const matches = await searchCondition(tx, search, { table: 'tenants', column: tenantId });
    const { items, next } = await readSortedPage(tx, page, {
      rows: db
        .selectFrom('tenants')
        .select(['id', 'created_at'])
        .where(matches)
        .where(createdIn(tenantId, page))
        .where(holdsProduct(page)),
      key: sortKeys[sort],
      keySchema: sort === 'createdAt' ? id : undefined,
      id: tenantId,
      descending,
      isFiltered: page.tier !== undefined || page.status !== undefined || hasCreationPeriod(page),
    });
    const ids = items.map((row) => row.id);
    const [summaries, members, business] = await Promise.all([
      tenantSummariesById(tx, ids),
      eachTenant(ids, (one) => firstMembersOf(tx, one)),
      eachTenant(ids, (one) => businessOf(tx, one)),
    ]);
    const toRecord = ({ id, created_at }: (typeof items)[number]): OperatorTenantSummary[] => {
      const [summary, figures] = [summaries.get(id), business.get(id)];
      // The organization was deleted in the meantime.
      if (!summary || !figures) return [];
      return [
        {
          ...summary,
          createdAt: created_at.toISOString(),
          revenue: figures.revenue,
          lastActiveAt: figures.lastActiveAt?.toISOString() ?? null,
          users: (members.get(id) ?? []).map(toMemberRecord),
        },
      ];
    };
    return { items: items.flatMap(toRecord), next };
  });

/** Statuses of products that an organization has now. */
const currentStatuses = ['active', 'trialing', 'past_due', 'paused'];

/** Returns the condition that an organization has a product of these tiers in one of these statuses. */
function holdsProduct({ tier, status = currentStatuses }: Pick<TenantQuery, 'tier' | 'status'>) {
  if (tier === undefined && status === currentStatuses) return sql<boolean>`true`;
  const ofTier =
    tier === undefined
      ? sql``
      : sql`and subscription_price_id in (
          select price.id from subscription_prices price
            join subscription_products product on product.id = price.subscription_product_id
          where product.tier = any (${tier}))`;
  return sql<boolean>`exists (
    select 1 from tenant_products held
    where held.tenant_id = tenants.id and held.status = any (${status}) ${ofTier})`;
}

/** Deletes any organization but the operator's own; for the operator. */
export async function removeAnyTenant(context: AppContext, id: string) {
  const tenant = await context.database.operator((tx) =>
    tx.first(
      db
        .selectFrom('tenants')
        .select('id')
        .where(sql<boolean>`id = ${id}`),
    ),
  );
  await removeTenant(context, orNotFound(tenant).id);
}

/** Sort keys of the list; must equal the expressions of the indexes. */
const sortKeys = {
  name: sql<string>`lower(tenants.name)`,
  // UUIDv7 sorts by creation time.
  createdAt: sql<string>`tenants.id`,
} satisfies Record<(typeof tenantList.sorts)[number], unknown>;

/** Maximum number of members per organization in the operator's list; the members have their own list. */
const membersPerTenant = 100;

/** Queries tenant by tenant, in one round trip: Citus refuses a lateral join. */
const eachTenant = async <T>(tenants: TenantId[], query: (id: TenantId) => Promise<T>) =>
  new Map(await Promise.all(tenants.map(async (id) => [id, await query(id)] as const)));

const firstMembersOf = (tx: DbTransaction, tenant: TenantId) =>
  tx.all(
    membersWithAccounts
      .where('member.tenant_id', '=', tenant)
      .orderBy('member.role')
      .orderBy('member.id')
      .limit(membersPerTenant),
  );

type Business = Pick<OperatorTenantSummary, 'revenue'> & { lastActiveAt: Date | null };

/** Number of newest audit entries searched for activity of members, which bounds the query's time. */
const lastEntries = 1_000;

/** Returns the recurring revenue of an organization by the ledger, and its last activity; undefined once deleted. */
const businessOf = (tx: DbTransaction, tenant: TenantId) =>
  tx.first(
    sql<Business>`
      select
        array(
          select jsonb_build_object('currency', currency, 'yearly', sum(after - before))
          from revenue_movements where tenant_id = ${tenant}
          group by currency having sum(after - before) <> 0 order by currency
        ) as revenue,
        (select max(at) from (
           select at, actor_id, impersonator_id from audit_log
           where tenant_id = ${tenant} order by id desc limit ${lastEntries}
         ) entry
         where impersonator_id is null
           and actor_id in (select user_id from memberships where tenant_id = ${tenant})
        ) as "lastActiveAt"
      from tenants where id = ${tenant}`,
  );
