import type { userList } from '#contract/lists/operator.ts';
import { id } from '#contract/shapes.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { accountColumns } from '#server/identity/accounts/service/account.ts';
import { membersWithAccounts, toMemberRecord } from '#server/identity/members/service.ts';
import { tenantSummariesById } from '#server/identity/tenants/service/summaries.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import {
  createdIn,
  hasCreationPeriod,
  searchCondition,
  type CreationPeriod,
} from '#server/platform/database/search.ts';
import { readSortedPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import { toUserRecord } from './user-record.ts';

type UserQuery = PageQuery & {
  search: string;
  sort: keyof typeof sortKeys;
  descending: boolean;
  type?: number[] | undefined;
} & CreationPeriod;

/** Lists users with the organizations that they are an active member of; for the operator (R-OPR-03). */
export const listAllUsers = (
  database: Database,
  { search, sort, descending, type, ...page }: UserQuery,
) =>
  database.operator(async (tx) => {
    const userId = sql<string>`users.id`;
    const matches = await searchCondition(tx, search, { table: 'users', column: userId });
    const { items, next } = await readSortedPage(tx, page, {
      rows: db
        .selectFrom('users')
        .select([...accountColumns, 'suspension_reason'])
        .where(matches)
        .where(createdIn(userId, page))
        .$if(type !== undefined, (all) => all.where('type', 'in', type ?? [])),
      key: sortKeys[sort],
      keySchema: sort === 'createdAt' ? id : undefined,
      id: userId,
      descending,
      isFiltered: type !== undefined || hasCreationPeriod(page),
    });
    const ids = items.map((row) => row.id);
    const tenants = await tenantsByUser(tx, ids);
    const toRecord = (row: (typeof items)[number]) => ({
      ...toUserRecord(row, tenants.get(row.id) ?? []),
      suspensionReason: row.suspension_reason,
    });
    return { items: items.map(toRecord), next };
  });

/** Sort keys of the list; must equal the expressions of the indexes. */
const sortKeys = {
  email: sql<string>`lower(users.email)`,
  name: sql<string>`lower(users.first_name || ' ' || users.last_name)`,
  // UUIDv7 sorts by creation time.
  createdAt: sql<string>`users.id`,
} satisfies Record<(typeof userList.sorts)[number], unknown>;

/** Returns the organizations of these users by user id, with their membership, sorted by name. */
async function tenantsByUser(tx: DbTransaction, userIds: string[]) {
  const members = await tx.all(
    membersWithAccounts
      .where('member.user_id', '=', sql<string>`any (${userIds}::uuid[])`)
      .where('member.status', '=', MemberStatus.Active),
  );
  const summaries = await tenantSummariesById(
    tx,
    members.map(({ tenant_id }) => tenant_id),
  );
  return Map.groupBy(
    members
      .flatMap((member) => {
        const summary = summaries.get(member.tenant_id);
        return summary ? [{ ...summary, currentUser: toMemberRecord(member) }] : [];
      })
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    ({ currentUser }) => currentUser.userId,
  );
}
