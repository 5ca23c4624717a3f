import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { issueInvitation } from '#server/accounts/service/token.ts';
import type { AppContext } from '#server/app-context.ts';
import type { TenantId } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import { tokenHash } from '#server/http/contract/guard.ts';
import { displayNameOf, invitationMail, toMailSender } from '#server/invitations/mail.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';

/**
 * Mails a new invitation link to the invited address, for the holder of a current or expired link, and
 * voids the older link. 404 if the link is unknown, or the invitation was accepted or withdrawn.
 */
export async function requestNewInvitation(context: AppContext, token: string) {
  const { database } = context;
  const invited = await database.account({ token: tokenHash(token) }, (tx) =>
    tx.first(selectInvitedAccount(token)),
  );
  if (!invited?.invited_to) throw new Failure('notFound');
  const tenantId = invited.invited_to;
  await database.tenant(tenantId, async (tx) => {
    const member = await tx.first(
      membershipsQuery
        .select('first_name')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', invited.id)
        .where('status', '=', MemberStatus.PendingInvitation),
    );
    if (!member) throw new Failure('notFound');
    const [tenant, owner] = await Promise.all([
      tx.one(db.selectFrom('tenants').selectAll().where('id', '=', tenantId)),
      tx.one(selectFirstOwner(tenantId)),
    ]);
    const newToken = await issueInvitation(tx, invited.id);
    const reader = toMailRecipient(invited, member.first_name ?? '');
    const invitation = { inviter: displayNameOf(owner), token: newToken };
    await enqueueMail(tx, invitationMail(reader, toMailSender(context, tenant), invitation));
  });
}

const membershipsQuery = db.selectFrom('memberships');

/** Query for the invited account of a token, expired or not. */
const selectInvitedAccount = (token: string) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['users.id', 'email', 'first_name', 'locale', 'verified_at', 'tokens.invited_to'])
    .where('tokens.token_hash', '=', tokenHash(token))
    .where('tokens.purpose', '=', 'invitation')
    .where('tokens.used_at', 'is', null)
    .where('users.active', '=', true);

const selectFirstOwner = (tenantId: TenantId) =>
  membershipsQuery
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.email', 'users.first_name', 'users.last_name'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', '=', Role.Owner)
    .where('memberships.status', '=', MemberStatus.Active)
    .orderBy('memberships.id')
    .limit(1);
