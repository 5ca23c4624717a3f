import { id } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { searched } from '#server/database/search.ts';
import { keyset, pageOf } from '#server/http/cursor.ts';
import { membersWithAccounts, presentMember } from '#server/members/service.ts';
import { summariesByTenant } from '#server/tenants/service/summaries.ts';
import { presentUser } from './present.ts';

type Range = {
  search: string;
  sort: keyof typeof keys;
  descending: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** Lists users with the organizations that they are an active member of; for the operator (R-OPR-03). */
export const listOfAll = (database: Database, range: Range) =>
  database.operator(async (tx) => {
    const among = { table: 'users', column: sql<string>`users.id` } as const;
    const matches = await searched(tx, range.search, among);
    const rows = await tx.all(people(range).where(matches));
    const tenants = await organizationsOf(
      tx,
      rows.map(({ id }) => id),
    );
    return pageOf(rows, {
      limit: range.limit,
      present: (row) => presentUser(row, tenants.get(row.id) ?? []),
      position: ({ position, id }) => [position, id],
    });
  });

/** Sort keys of the list; must equal the expressions of the indexes. */
const keys = {
  email: sql<string>`lower(users.email)`,
  name: sql<string>`lower(users.first_name || ' ' || users.last_name)`,
  // UUIDv7 sorts by creation time.
  createdAt: sql<string>`users.id`,
};

const people = ({ sort, limit, ...range }: Range) => {
  const { order, after } = keyset({
    ...range,
    key: keys[sort],
    id: sql`users.id`,
    ...(sort === 'createdAt' && { keyShape: id }),
  });
  return db
    .selectFrom('users')
    .selectAll()
    .select(keys[sort].as('position'))
    .where(after)
    .orderBy(order)
    .limit(limit + 1);
};

/** Returns the organizations of these users by user id, with their membership, sorted by name. */
async function organizationsOf(tx: Transaction, people: string[]) {
  const members = await tx.all(
    membersWithAccounts
      .where('member.user_id', '=', sql<string>`any (${people}::uuid[])`)
      .where('member.status', '=', MemberStatus.Active),
  );
  const summaries = await summariesByTenant(
    tx,
    members.map(({ tenant_id }) => tenant_id),
  );
  return Map.groupBy(
    members
      .flatMap((member) => {
        const summary = summaries.get(member.tenant_id);
        return summary ? [{ ...summary, currentUser: presentMember(member) }] : [];
      })
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    ({ currentUser }) => currentUser.userId,
  );
}
