import { id } from '#contract/shapes.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database, DbTransaction, TenantId } from '#server/database/database.ts';
import { db, orNotFound, sql, statement } from '#server/database/query.ts';
import { searchCondition } from '#server/database/search.ts';
import { readSortedPage, type PageQuery } from '#server/http/contract/cursor.ts';
import { membersWithAccounts, toMemberRecord } from '#server/members/service.ts';
import { tenantSummariesById } from './summaries.ts';
import { removeTenant } from './update.ts';

type TenantQuery = PageQuery & { search: string; sort: keyof typeof sortKeys; descending: boolean };

/** Lists every organization with its products and first members; for the operator (R-OPR-02). */
export const listAllTenants = (
  database: Database,
  { search, sort, descending, ...page }: TenantQuery,
) =>
  database.operator(async (tx) => {
    const tenantId = sql<string>`tenants.id`;
    const matches = await searchCondition(tx, search, { table: 'tenants', column: tenantId });
    const { items, next } = await readSortedPage(tx, page, {
      rows: db.selectFrom('tenants').select(['id', 'created_at']).where(matches),
      key: sortKeys[sort],
      keySchema: sort === 'createdAt' ? id : undefined,
      id: tenantId,
      descending,
    });
    const ids = items.map((row) => row.id);
    const [summaries, members, business] = await Promise.all([
      tenantSummariesById(tx, ids),
      firstMembersOf(tx, ids),
      businessOf(tx, ids),
    ]);
    const toRecord = ({ id, created_at }: (typeof items)[number]): OperatorTenantSummary => ({
      ...orNotFound(summaries.get(id)),
      createdAt: created_at.toISOString(),
      revenue: business.get(id)?.revenue ?? [],
      lastActiveAt: business.get(id)?.lastActiveAt?.toISOString() ?? null,
      users: (members.get(id) ?? []).map(toMemberRecord),
    });
    return { items: items.map(toRecord), next };
  });

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
};

/** Maximum number of members per organization in the operator's list; the members have their own list. */
const membersPerTenant = 100;

async function firstMembersOf(tx: DbTransaction, tenants: string[]) {
  const rows = await tx.all(
    db
      .selectFrom(sql<{ id: string }>`unnest(${tenants}::uuid[])`.as<'tenant'>(sql`tenant(id)`))
      .innerJoinLateral(
        membersWithAccounts
          .where('member.tenant_id', '=', sql<TenantId>`tenant.id`)
          .orderBy('member.role')
          .orderBy('member.id')
          .limit(membersPerTenant)
          .as('one'),
        (join) => join.onTrue(),
      )
      .selectAll('one'),
  );
  return Map.groupBy(rows, ({ tenant_id }) => tenant_id);
}

type Business = Pick<OperatorTenantSummary, 'id' | 'revenue'> & { lastActiveAt: Date | null };

/** Number of newest audit entries searched for activity of members, which bounds the query's time. */
const lastEntries = 1_000;

/** Returns the recurring revenue by the ledger and the last activity of organizations by id. */
async function businessOf(tx: DbTransaction, tenants: string[]) {
  const rows = await tx.all(
    statement(sql<Business>`
      select tenant.id,
        array(
          select jsonb_build_object('currency', currency, 'yearly', sum(after - before))
          from mrr_movements where tenant_id = tenant.id
          group by currency having sum(after - before) <> 0 order by currency
        ) as revenue,
        (select max(at) from (
           select at, actor_id, impersonator_id from audit_log
           where tenant_id = tenant.id order by id desc limit ${lastEntries}
         ) entry
         where impersonator_id is null
           and actor_id in (select user_id from memberships where tenant_id = tenant.id)
        ) as "lastActiveAt"
      from unnest(${tenants}::uuid[]) tenant(id)`),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
