import { Role } from '#contract/access.ts';
import type { GrantKind } from '#contract/calls/grants.ts';
import { grantMail } from '#server/identity/grants/mail.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { mailSiteOf, type MailSiteContext } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import {
  addressColumns,
  displayNameOf,
  listRecipients,
  toMailRecipient,
} from '#server/platform/mail/recipient.ts';

type Call = {
  context: MailSiteContext;
  tenant: { id: TenantId };
  session: Pick<AuthSession, 'user'>;
};

/**
 * Mails the person of the session and the owners of the organization that access was given, in the transaction that gives
 * it (R-ACC-40). `name` tells keys, tokens and addresses apart.
 */
export async function announceGrant(
  tx: DbTransaction,
  { context, tenant: { id }, session }: Call,
  { kind, name }: { kind: GrantKind; name: string },
) {
  const [tenant, person, owners] = await Promise.all([
    tx.one(db.selectFrom('tenants').selectAll().where('id', '=', id)),
    tx.one(
      db
        .selectFrom('users')
        .select('last_name')
        .select(addressColumns)
        .where('id', '=', session.user),
    ),
    listRecipients(tx, id, Role.Owner),
  ]);
  const grant = { kind, name, by: displayNameOf(person), at: new Date() };
  const sender = { tenant, site: mailSiteOf(context) };
  const isOwner = owners.some(({ email }) => email === person.email);
  if (!isOwner)
    await enqueueMail(
      tx,
      grantMail(toMailRecipient(person), sender, { ...grant, reason: 'notified' }),
    );
  for (const to of owners)
    await enqueueMail(tx, grantMail(to, sender, { ...grant, reason: 'owner' }));
}
