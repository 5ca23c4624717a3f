import { MemberStatus } from '#contract/statuses.ts';
import { membersWithAccounts, toMemberRecord } from '#server/identity/members/service.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';

/** Returns the names of active members by the ids of their users; others have none. */
export async function loadMemberNames(
  read: TenantReader['read'],
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (users.length === 0) return new Map();
  const members = await read(
    membersWithAccounts
      .where('member.tenant_id', '=', scopeTenant)
      .where('member.user_id', 'in', [...new Set(users)])
      .where('member.status', '=', MemberStatus.Active),
  );
  return new Map(
    members.map((row) => {
      const { userId, firstName, lastName } = toMemberRecord(row);
      return [userId, [firstName, lastName].filter(Boolean).join(' ')];
    }),
  );
}
