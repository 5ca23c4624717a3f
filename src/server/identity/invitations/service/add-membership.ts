import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { JoinMethod, MemberStatus } from '#contract/statuses.ts';
import type { UserRow } from '#server/identity/accounts/service/account.ts';
import { selectMember, toMemberRecord } from '#server/identity/members/service.ts';
import { assertAllowedDomain } from '#server/identity/policies/service/email-domains.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { findMembership } from './invite.ts';

/**
 * Adds a person as a Member; records whether they came by the public link or a private one. Where only some domains are
 * admitted, an address that is not proven waits for acceptance: anyone can type one of the domain (R-POL-04).
 */
export async function addMembership(
  tx: DbTransaction,
  link: TableRow<'join_links'>,
  person: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'verified_at'>,
) {
  const tenantId = link.tenant_id;
  const isLimited = await assertAllowedDomain(tx, tenantId, person.email);
  if (await findMembership(tx, tenantId, person.id)) throw new Failure('tenant.existingUser');
  const isActive = !link.require_acceptance && !(isLimited && person.verified_at === null);
  const { id } = await tx.one(
    db
      .insertInto('memberships')
      .values({
        tenant_id: tenantId,
        user_id: person.id,
        role: Role.Member,
        status: isActive ? MemberStatus.Active : MemberStatus.PendingAcceptance,
        joined: link.public_url ? JoinMethod.PublicUrl : JoinMethod.Link,
      })
      .returning('id'),
  );
  // Sign-in need not wait for a confirmed address: an existing account has just proven its password or
  // session, a new one has just been created. Only self-registered addresses must be confirmed first.
  await tx.run(
    db
      .updateTable('users')
      .set({
        may_sign_in_unverified: true,
        first_name: sql`coalesce(nullif(first_name, ''), ${person.first_name})`,
        last_name: sql`coalesce(nullif(last_name, ''), ${person.last_name})`,
        ...(isActive && { default_tenant_id: sql`coalesce(default_tenant_id, ${tenantId})` }),
      })
      .where('id', '=', person.id),
  );
  return toMemberRecord(await tx.one(selectMember(id)));
}

/** Makes the sender of a request to join an active member, which takes a seat. */
export async function acceptRequest(
  tx: DbTransaction,
  { tenant_id, id }: Pick<TableRow<'memberships'>, 'tenant_id' | 'id'>,
  person: Pick<UserRow, 'id' | 'email'>,
) {
  await assertAllowedDomain(tx, tenant_id, person.email);
  await tx.run(
    db
      .updateTable('memberships')
      .set({ status: MemberStatus.Active })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id),
  );
  tx.openAccount({ id: person.id });
  await tx.run(
    db
      .updateTable('users')
      .set({ default_tenant_id: tenant_id })
      .where('id', '=', person.id)
      .where('default_tenant_id', 'is', null),
  );
}
