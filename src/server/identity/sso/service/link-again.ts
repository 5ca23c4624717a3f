import { Failure } from '#contract/errors.ts';
import { endSessions } from '#server/identity/accounts/service/session.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/**
 * Forgets the identity, and ends its sessions, of the member whose sign-in was refused because the provider named another one, so that the next
 * sign-in with this address links the account again; the person is asked then (R-SSO-21).
 */
export const linkAgain = (tenant: TenantScope, event: string) =>
  tenant.runOnAccounts(async (tx) => {
    await lockTenant(tx, tenant.id);
    const refused = await tx.first(
      db
        .selectFrom('sso_events')
        .select('email')
        .where('tenant_id', '=', tenant.id)
        .where('id', '=', event)
        .where('outcome', '=', 'otherIdentity')
        .where('at', '>', sql<Date>`now() - interval '7 days'`),
    );
    if (!refused) throw new Failure('notFound');
    // By itself: on Citus, a join with accounts by their addresses ended the server.
    const member = await tx.first(
      db
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['memberships.id', 'memberships.user_id'])
        .where('memberships.tenant_id', '=', tenant.id)
        .where(sql<boolean>`lower(users.email) = lower(${refused.email})`),
    );
    if (!member) throw new Failure('notFound');
    const forgotten = await tx.run(
      db
        .deleteFrom('sso_identities')
        .where('tenant_id', '=', tenant.id)
        .where('user_id', '=', member.user_id),
    );
    if (forgotten === 0) throw new Failure('notFound');
    await recordAuditEvent(tx, {
      action: 'member.linkedAgain',
      tenant: tenant.id,
      person: member.user_id,
      target: member.id,
    });
    // The former identity could not end them any more.
    tx.openAccount({ id: member.user_id });
    const open = await tx.all(
      db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', member.user_id)
        .where('sso_tenant_id', '=', tenant.id)
        .where('revoked_at', 'is', null),
    );
    const sessions = open.map(({ id }) => id);
    if (sessions.length > 0) await endSessions(tx, member.user_id, sessions);
  });
