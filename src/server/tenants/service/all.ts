import { Failure } from '#contract/errors.ts';
import { id } from '#contract/shapes.ts';
import type { OperatorsTenant } from '#contract/tenants.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { searched } from '#server/database/search.ts';
import type { House } from '#server/house.ts';
import { keyset, pageOf } from '#server/http/cursor.ts';
import { membersWithAccounts, presentMember } from '#server/members/service.ts';
import { removeOrganization } from './change.ts';
import { summariesByTenant } from './summaries.ts';

type Range = {
  search: string;
  sort: keyof typeof keys;
  descending: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** Lists every organization with its products and first members; for the operator (R-OPR-02). */
export const listOfAll = (database: Database, range: Range) =>
  database.operator(async (tx) => {
    const among = { table: 'tenants', column: sql<string>`tenants.id` } as const;
    const matches = await searched(tx, range.search, among);
    const rows = await tx.all(organizations(range).where(matches));
    const ids = rows.map(({ id }) => id);
    const [summaries, members] = await Promise.all([
      summariesByTenant(tx, ids),
      firstMembersOf(tx, ids),
    ]);
    const present = ({ id, created_at }: (typeof rows)[number]): OperatorsTenant => ({
      ...found(summaries.get(id)),
      createdAt: created_at.toISOString(),
      users: (members.get(id) ?? []).map(presentMember),
    });
    return pageOf(rows, {
      limit: range.limit,
      present,
      position: ({ position, id }) => [position, id],
    });
  });

/** Deletes any organization but the operator's own; for the operator. */
export async function removeOfAny(house: House, id: string) {
  const tenant = await house.database.operator((tx) =>
    tx.first(db.selectFrom('tenants').select('id').where('id', '=', id)),
  );
  await removeOrganization(house, vouch.tenant(found(tenant).id));
}

const found = <T>(row: T | undefined) => {
  if (!row) throw new Failure('notFound');
  return row;
};

/** Sort keys of the list; must equal the expressions of the indexes. */
const keys = {
  name: sql<string>`lower(tenants.name)`,
  // UUIDv7 sorts by creation time.
  createdAt: sql<string>`tenants.id`,
};

const organizations = ({ sort, limit, ...range }: Range) => {
  const { order, after } = keyset({
    ...range,
    key: keys[sort],
    id: sql`tenants.id`,
    ...(sort === 'createdAt' && { keyShape: id }),
  });
  return db
    .selectFrom('tenants')
    .select(['tenants.id', 'tenants.created_at', keys[sort].as('position')])
    .where(after)
    .orderBy(order)
    .limit(limit + 1);
};

/** Maximum number of members per organization in the operator's list; the members have their own list. */
const shownMembers = 100;

async function firstMembersOf(tx: Transaction, tenants: string[]) {
  const rows = await tx.all(
    db
      .selectFrom(sql<{ id: string }>`unnest(${tenants}::uuid[])`.as<'tenant'>(sql`tenant(id)`))
      .innerJoinLateral(
        membersWithAccounts
          .where('member.tenant_id', '=', sql<string>`tenant.id`)
          .orderBy('member.role')
          .orderBy('member.id')
          .limit(shownMembers)
          .as('one'),
        (join) => join.onTrue(),
      )
      .selectAll('one'),
  );
  return Map.groupBy(rows, ({ tenant_id }) => tenant_id);
}
