import { assertRecentIf } from '#server/identity/factors/service/recent.ts';
import { announceGrant } from '#server/identity/grants/service/announce.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';

type Caller = Pick<Member, 'tenant' | 'session'>;

/** Returns what a key takes from the session that creates it or takes it over: it acts with the rights of its person. */
export async function holderOf(tx: DbTransaction, { tenant, session }: Caller) {
  tx.openAccount({ id: session.user });
  const opened = await tx.first(
    db.selectFrom('sessions').select('sso_tenant_id').where('id', '=', session.id),
  );
  return { created_by: session.user, sso: opened?.sso_tenant_id === tenant.id };
}

/**
 * Lets the keys of a member act with the rights of the caller from now on, so that programs go on when the member leaves
 * (R-KEY-08): access that the caller gives. Own keys have their holder already and stop with the person. Throws
 * `access.stepUpRequired` without a recent authentication.
 */
export async function takeOverKeys(
  tx: DbTransaction,
  { context, tenant, session }: Caller & { context: MailSiteContext },
  user: string,
) {
  if (user === session.user) return;
  assertRecentIf(true, session);
  const holder = await holderOf(tx, { tenant, session });
  const taken = await tx.all(
    db
      .updateTable('api_keys')
      .set({ ...holder, granted_by: session.user, granted_at: sql<Date>`now()` })
      .where('tenant_id', '=', scopeTenant)
      .where('created_by', '=', user)
      .returning(['id', 'name']),
  );
  for (const { id: target, name } of taken) {
    const details = { name };
    await recordAuditEvent(tx, {
      action: 'apiKey.changed',
      tenant: tenant.id,
      target,
      person: user,
      details,
    });
    await announceGrant(tx, { context, tenant, session }, { kind: 'apiKey', name });
  }
}
