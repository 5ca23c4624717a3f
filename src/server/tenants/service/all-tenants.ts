import { id } from '#contract/shapes.ts';
import type { OperatorTenantSummary } from '#contract/tenants.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Database, DbTransaction, TenantId } from '#server/database/database.ts';
import { db, orNotFound, sql } from '#server/database/query.ts';
import { searchCondition } from '#server/database/search.ts';
import { keyset, toPage } from '#server/http/contract/cursor.ts';
import { membersWithAccounts, toMemberRecord } from '#server/members/service.ts';
import { tenantSummariesById } from './summaries.ts';
import { removeTenant } from './update.ts';

type TenantQuery = {
  search: string;
  sort: keyof typeof sortKeys;
  descending: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** Lists every organization with its products and first members; for the operator (R-OPR-02). */
export const listAllTenants = (database: Database, query: TenantQuery) =>
  database.operator(async (tx) => {
    const target = { table: 'tenants', column: sql<string>`tenants.id` } as const;
    const matches = await searchCondition(tx, query.search, target);
    const rows = await tx.all(tenantPage(query).where(matches));
    const ids = rows.map(({ id }) => id);
    const [summaries, members] = await Promise.all([
      tenantSummariesById(tx, ids),
      firstMembersOf(tx, ids),
    ]);
    const toTenantRecord = ({ id, created_at }: (typeof rows)[number]): OperatorTenantSummary => ({
      ...orNotFound(summaries.get(id)),
      createdAt: created_at.toISOString(),
      users: (members.get(id) ?? []).map(toMemberRecord),
    });
    return toPage(rows, {
      limit: query.limit,
      toRecord: toTenantRecord,
      sortKey: ({ position, id }) => [position, id],
    });
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

const tenantPage = ({ sort, limit, ...range }: TenantQuery) => {
  const { order, after } = keyset({
    ...range,
    key: sortKeys[sort],
    id: sql`tenants.id`,
    ...(sort === 'createdAt' && { keySchema: id }),
  });
  return db
    .selectFrom('tenants')
    .select(['tenants.id', 'tenants.created_at', sortKeys[sort].as('position')])
    .where(after)
    .orderBy(order)
    .limit(limit + 1);
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
