import type { HandlerInput } from '#contract/endpoint.ts';
import type { members } from '#contract/members.ts';
import { id } from '#contract/shapes.ts';
import {
  deleteMembership,
  lockTenant,
  membersWithAccounts,
  selectMember,
  toMemberRecord,
} from '#server/identity/members/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { createdIn, isOneOf, searchCondition } from '#server/platform/database/search.ts';
import { readSortedPage } from '#server/platform/http/contract/cursor.ts';

type MemberQuery = HandlerInput<(typeof members)['endpoints']['getAllOfAll']>['query'];

/** Lists the members of every tenant or of one; for the operator. */
export const listAllMembers = (
  database: Database,
  { search, tenantId, descending, ...page }: MemberQuery,
) =>
  database.operator(async (tx) => {
    const key = sql<string>`member.id`;
    const column = sql<string>`member.user_id`;
    const rows = membersWithAccounts
      .innerJoin('tenants', 'tenants.id', 'member.tenant_id')
      .select('tenants.name as tenant_name')
      .where(await searchCondition(tx, search, { table: 'users', column }))
      .where(isOneOf(sql`member.role`, page.role))
      .where(isOneOf(sql`member.status`, page.status))
      .where(isOneOf(sql`member.joined`, page.joined))
      .where(createdIn(key, page))
      .$if(tenantId !== undefined, (all) =>
        all.where(sql<boolean>`member.tenant_id = ${tenantId}`),
      );
    // Filters that are rare in one tenant may be frequent in another.
    const list = { rows, key, id: key, keySchema: id, descending, isFiltered: true };
    const { items, next } = await readSortedPage(tx, page, list);
    const toRecord = (row: (typeof items)[number]) => ({
      ...toMemberRecord(row),
      tenant: { id: row.tenant_id, name: row.tenant_name },
    });
    return { items: items.map(toRecord), next };
  });

/** Removes a member of any tenant; for the operator. */
export async function removeAnyMember(database: Database, id: string) {
  const { tenant_id } = await database.operator(async (tx) =>
    orNotFound(
      await tx.first(db.selectFrom('memberships').select('tenant_id').where('id', '=', id)),
    ),
  );
  await database.tenant(tenant_id, async (tx) => {
    const [, member] = await Promise.all([lockTenant(tx, tenant_id), tx.first(selectMember(id))]);
    await deleteMembership(tx, orNotFound(member));
  });
}
