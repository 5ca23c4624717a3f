import type { AppContext } from '#server/app-context.ts';
import type { DbTransaction, TenantId } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { AuthSession } from '#server/http/contract/guard.ts';
import type { SignOutHint } from '#server/sso/rules.ts';
import { findConnected } from './connected.ts';
import { signOutUrlOf, type Connected } from './provider.ts';

type Session = Pick<AuthSession, 'id' | 'user'>;

/** Returns the provider that opened the session and is still active; null without one. */
export const findSessionProvider = async (
  context: AppContext,
  { id, user }: Session,
): Promise<Connected | null> => {
  const session = await context.database.account({ id: user }, (tx) =>
    tx.first(db.selectFrom('sessions').select('sso_tenant_id').where('id', '=', id)),
  );
  if (!session?.sso_tenant_id) return null;
  return findConnected(context, 'id', session.sso_tenant_id);
};

const hintOf = (session: string) => ({ purpose: 'sso sign-out hint', of: session });

/** Stores, encrypted, what ends the session of the person at the provider. */
export const keepSignOutHint = async (
  tx: DbTransaction,
  { encryption }: AppContext,
  { tenant, session, signOut }: { tenant: TenantId; session: string; signOut: SignOutHint | null },
) => {
  if (!signOut) return;
  const hint = await encryption.encrypt(hintOf(session), JSON.stringify(signOut));
  await tx.run(
    db.insertInto('sso_sessions').values({ tenant_id: tenant, session_id: session, hint }),
  );
};

/**
 * Returns where the browser signs out at the provider that opened a session that has ended, once; null if the
 * connection doesn't want that or the provider doesn't support it (R-SSO-13).
 */
export const takeSignOutUrl = async (context: AppContext, session: Session) => {
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
  const hint = await context.encryption.decrypt(hintOf(session.id), stored.hint);
  return signOutUrlOf(context, connected, JSON.parse(hint) as SignOutHint);
};
