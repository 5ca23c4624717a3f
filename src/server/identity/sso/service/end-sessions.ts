import type { SsoProtocol } from '#contract/sso/connection.ts';
import { endSessions } from '#server/identity/accounts/service/session.ts';
import type { SamlName, SignOutHint } from '#server/identity/sso/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import { db } from '#server/platform/database/query.ts';
import { insertEvent, newReference } from './log.ts';
import type { Connected } from './provider.ts';
import { unspecifiedFormat } from './saml/algorithms.ts';
import { readHints } from './session-provider.ts';

type Wanted = {
  name: SamlName;
  /** Sessions at the provider; empty: all of the person. */
  sessionIndexes: string[];
  /** Sessions that were opened later stay. */
  issuedAt: Date;
};

/**
 * Ends the sessions of a person that this provider has opened, of the named sessions there. Returns false if no member has
 * this name; sessions that have ended already are no error.
 */
export const endProviderSessions = (
  context: AppContext,
  { tenant, connection }: Connected,
  { name, sessionIndexes, issuedAt }: Wanted,
): Promise<boolean> =>
  context.database.tenantAccounts(tenant, async (tx) => {
    const linked = await tx.first(
      db
        .selectFrom('sso_identities')
        .select('user_id')
        .where('tenant_id', '=', tenant)
        .where('issuer', '=', connection.issuer)
        .where('subject', '=', name.value),
    );
    if (!linked) return false;
    const { user_id: user } = linked;
    tx.openAccount({ id: user });
    nameActor(tx, user);
    const hints = await readHints(tx, context, { tenant, user, until: issuedAt });
    const ended = hints
      .filter(({ hint }) => isNamed(hint, name, sessionIndexes))
      .map(({ session }) => session);
    if (ended.length === 0) return true;
    await endSessions(tx, user, ended);
    await tx.run(
      db
        .deleteFrom('sso_sessions')
        .where('tenant_id', '=', tenant)
        .where('session_id', 'in', ended),
    );
    const { email } = await tx.one(db.selectFrom('users').select('email').where('id', '=', user));
    const protocol = connection.protocol as SsoProtocol;
    const event = { protocol, outcome: 'signedOut', reference: newReference(), email } as const;
    await tx.run(insertEvent(tenant, event));
    return true;
  });

/**
 * Returns true if a session was opened for this name and, where the request lists some, in one of these sessions. One of
 * the person that can't be compared counts.
 */
function isNamed(hint: SignOutHint | null, name: SamlName, sessionIndexes: string[]) {
  if (hint === null) return true;
  if (hint.protocol !== 'saml' || hint.name.value !== name.value) return false;
  const said = (text: string | null) => (text === unspecifiedFormat ? null : text);
  const differs = (field: 'format' | 'nameQualifier' | 'spNameQualifier') => {
    const [asked, known] = [said(name[field]), said(hint.name[field])];
    return asked !== null && known !== null && asked !== known;
  };
  if (differs('format') || differs('nameQualifier') || differs('spNameQualifier')) return false;
  return (
    sessionIndexes.length === 0 ||
    (hint.sessionIndex !== null && sessionIndexes.includes(hint.sessionIndex))
  );
}
