import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { issueInvitation } from '#server/accounts/service/token.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { tokenHash } from '#server/http/guard.ts';
import { fullName, invitationMail } from '#server/invitations/mail.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';

/**
 * Mails a new invitation link to the invited address, for the holder of a current or expired link, and
 * voids the older link. 404 if the link is unknown, or the invitation was accepted or withdrawn.
 */
export async function askAgain({ database, origin }: House, token: string) {
  const known = await database.account({ token: tokenHash(token) }, (tx) =>
    tx.first(invitationOf(token)),
  );
  if (!known?.invited_to) throw new Failure('notFound');
  const tenantId = vouch.tenant(known.invited_to);
  await database.tenant(tenantId, async (tx) => {
    const member = await tx.first(
      members
        .select('first_name')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', known.id)
        .where('status', '=', MemberStatus.PendingInvitation),
    );
    if (!member) throw new Failure('notFound');
    const [tenant, owner] = await Promise.all([
      tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenantId)),
      tx.one(ownersOf(tenantId)),
    ]);
    const fresh = await issueInvitation(tx, known.id);
    const reader = readerOf(known, member.first_name ?? '');
    const by = { inviter: fullName(owner), token: fresh };
    await enqueue(tx, invitationMail(reader, { tenant, origin: origin() }, by));
  });
}

const members = db.selectFrom('memberships');

/** Query for the invited account of a token, expired or not. */
const invitationOf = (token: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'email', 'first_name', 'locale', 'verified_at', 'tokens.invited_to'])
    .where('tokens.token_hash', '=', tokenHash(token))
    .where('tokens.purpose', '=', 'invitation')
    .where('tokens.used_at', 'is', null)
    .where('users.active', '=', true);

const ownersOf = (tenantId: string) =>
  members
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.first_name', 'users.last_name'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', '=', Role.Owner)
    .where('memberships.status', '=', MemberStatus.Active)
    .orderBy('memberships.id')
    .limit(1);
