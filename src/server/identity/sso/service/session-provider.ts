import type { SignOutHint } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { SecretUnreadable } from '#server/platform/encryption.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { findConnected } from './connected.ts';
import { signOutUrlOf, type Connected } from './provider.ts';

type Session = Pick<AuthSession, 'id' | 'user'>;

/** Returns the provider that opened the session and is still active; null without one. */
export async function findSessionProvider(
  context: AppContext,
  { id, user }: Session,
): Promise<Connected | null> {
  const session = await context.database.account({ id: user }, (tx) =>
    tx.first(db.selectFrom('sessions').select('sso_tenant_id').where('id', '=', id)),
  );
  if (!session?.sso_tenant_id) return null;
  return findConnected(context, 'id', session.sso_tenant_id);
}

const hintOf = (session: string) => ({ purpose: 'sso sign-out hint', of: session }) as const;

/** Stores, encrypted, what ends the session of the person at the provider. */
export async function keepSignOutHint(
  tx: DbTransaction,
  { encryption }: AppContext,
  { tenant, session, signOut }: { tenant: TenantId; session: string; signOut: SignOutHint | null },
) {
  if (!signOut) return;
  const hint = await encryption.encrypt(hintOf(session), JSON.stringify(signOut));
  await tx.run(
    db.insertInto('sso_sessions').values({ tenant_id: tenant, session_id: session, hint }),
  );
}

/** Most open sessions of a person that are looked at: more than anyone has. */
const maxSessions = 200;

/**
 * Returns what was stored for the open sessions of a person, whose account is open, that began before a time; null for
 * what another encryption key would be needed for.
 */
export async function readHints(
  tx: DbTransaction,
  { encryption }: AppContext,
  { tenant, user, until }: { tenant: TenantId; user: string; until: Date },
) {
  const sessions = await tx.all(
    db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user)
      .where('sso_tenant_id', '=', tenant)
      .where('revoked_at', 'is', null)
      .where('created_at', '<=', until)
      .orderBy('created_at', 'desc')
      .limit(maxSessions),
  );
  if (sessions.length === 0) return [];
  const ids = sessions.map(({ id }) => id);
  const stored = await tx.all(
    db
      .selectFrom('sso_sessions')
      .select(['session_id', 'hint'])
      .where('tenant_id', '=', tenant)
      .where('session_id', 'in', ids),
  );
  return Promise.all(
    stored.map(async ({ session_id: session, hint }) => {
      const text = await encryption.decrypt(hintOf(session), hint).catch((error: unknown) => {
        if (error instanceof SecretUnreadable) return null;
        throw error;
      });
      return { session, hint: text === null ? null : (JSON.parse(text) as SignOutHint) };
    }),
  );
}

/**
 * Returns where the browser signs out at the provider that opened a session that has ended, once; null if the
 * connection doesn't want that or the provider doesn't support it (R-SSO-13).
 */
export async function takeSignOutUrl(context: AppContext, session: Session) {
  const connected = await findSessionProvider(context, session);
  if (!connected) return null;
  const { tenant } = connected;
  const stored = await context.database.tenant(tenant, (tx) =>
    tx.first(
      db
        .deleteFrom('sso_sessions')
        .where('tenant_id', '=', tenant)
        .where('session_id', '=', session.id)
        .returning('hint'),
    ),
  );
  if (!stored) return null;
  try {
    const hint = await context.encryption.decrypt(hintOf(session.id), stored.hint);
    return await signOutUrlOf(context, connected, JSON.parse(hint) as SignOutHint);
  } catch (error) {
    // Signing out here must not depend on the key.
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}
