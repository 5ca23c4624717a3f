import type { CommentPerson, MentionablePerson } from '#contract/comments/comments.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type InferResult } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';

const firstName = sql<string>`coalesce(member.first_name, users.first_name)`;
const lastName = sql<string>`coalesce(member.last_name, users.last_name)`;
/** Name in the organization (R-MEM-16), or the address of a person without one. */
const shownName = sql<string>`coalesce(nullif(trim(${firstName} || ' ' || ${lastName}), ''), users.email)`;

const joinedMembers = db
  .selectFrom('memberships as member')
  .innerJoin('users', 'users.id', 'member.user_id')
  .select(['member.user_id', 'users.avatar', 'users.email', shownName.as('name')])
  .where('member.tenant_id', '=', scopeTenant);

type PersonRow = InferResult<typeof joinedMembers>[number];

const toPerson = ({ user_id, name, avatar }: PersonRow): CommentPerson => ({
  id: user_id,
  name,
  avatar,
});

/** Returns those of these users who are or were active in the organization and have not left it. */
export async function loadPeople(tx: DbTransaction, users: readonly string[]) {
  if (users.length === 0) return new Map<string, CommentPerson>();
  const rows = await tx.all(
    joinedMembers
      .where('member.user_id', '=', sql<string>`any (${[...new Set(users)]}::uuid[])`)
      .where(joined),
  );
  return new Map(rows.map((row) => [row.user_id, toPerson(row)]));
}

const joined = sql<boolean>`(member.status = ${MemberStatus.Active}
  or member.status = ${MemberStatus.Inactive} and not member.unaccepted)`;

/** Number of people that the list of a mention offers. */
const offered = 8;

/** Lists active members whose name has the text, by name, without the caller. */
export const listPeople = ({ tenant, session }: Member, search: string) =>
  tenant.run(async (tx) => {
    const rows = await tx.all(
      joinedMembers
        .where('member.status', '=', MemberStatus.Active)
        .where('users.active', '=', true)
        .where('member.user_id', '<>', session.user)
        .where(
          sql<boolean>`strpos(app.normalized_text(${shownName}), app.normalized_text(${search})) > 0`,
        )
        .orderBy(sql`lower(${shownName})`)
        .orderBy('member.id')
        .limit(offered),
    );
    return rows.map((row): MentionablePerson => ({ ...toPerson(row), email: row.email }));
  });

/** Returns those of these users who may see the organization's transactions: its active members. */
export async function selectReaders(tx: DbTransaction, users: readonly string[]) {
  const rows = await tx.all(
    joinedMembers
      .where('member.status', '=', MemberStatus.Active)
      .where('users.active', '=', true)
      .where('member.user_id', '=', sql<string>`any (${[...users]}::uuid[])`),
  );
  return rows.map(({ user_id }) => user_id);
}
