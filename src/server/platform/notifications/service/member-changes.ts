import { randomUUID } from 'node:crypto';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { mailSiteOf, type MailSiteContext } from '#server/platform/mail/compose.ts';
import { displayNameOf } from '#server/platform/mail/recipient.ts';
import { notify, type NewNotification } from './notify.ts';

type NewMember = {
  kind: 'invitationAccepted' | 'joinedByLink' | 'joinRequested';
  /** Id of the membership. */
  id: string;
  userId: string;
  role: number;
} & Pick<NewNotification, 'mail'>;

/** Notifies owners and admins of a new member, or of a request to join, by the name of the account (R-NTF-02). */
export async function notifyOfMember(
  tx: DbTransaction,
  context: MailSiteContext,
  { kind, id, userId, role, mail }: NewMember,
) {
  const { sender, person } = await senderAndName(tx, context, userId);
  const details = { person, role };
  await notify(tx, sender, { kind, cause: id, details, except: userId, ...(mail && { mail }) });
}

type RoleChange = { actor: string; user: string; before: number; role: number };

/** Notifies a member of their new role, unless they changed it themselves (R-NTF-02). */
export async function notifyOfRole(
  tx: DbTransaction,
  context: MailSiteContext,
  { actor, user, before, role }: RoleChange,
) {
  const { sender, person } = await senderAndName(tx, context, actor);
  const details = { person, before, role };
  const cause = randomUUID();
  await notify(tx, sender, { kind: 'roleChanged', cause, details, to: user, except: actor });
}

/** Returns an organization as the sender, and the name of the member who caused the notification. */
export async function senderAndName(tx: DbTransaction, context: MailSiteContext, user: string) {
  const names = db.selectFrom('users').select(['email', 'first_name', 'last_name']);
  const [tenant, person] = await Promise.all([
    tx.one(db.selectFrom('tenants').selectAll().where('id', '=', scopeTenant)),
    tx.one(names.where('id', '=', user)),
  ]);
  return { sender: { tenant, site: mailSiteOf(context) }, person: displayNameOf(person) };
}
