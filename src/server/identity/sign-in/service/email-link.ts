import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { openedAccount, type UserRow } from '#server/identity/accounts/service/account.ts';
import { toLoggedInReply } from '#server/identity/accounts/service/session.ts';
import { consumeToken, issueToken } from '#server/identity/accounts/service/token.ts';
import { assertSignedIn, beginSignIn } from '#server/identity/factors/service/begin-sign-in.ts';
import { signInLinkMail } from '#server/identity/sign-in/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';

/** Queues the mail for any address, so that the reply reveals no account and no policy (R-ACC-37). */
export async function requestLink({ database }: AppContext, { email }: { email: string }) {
  await database.system((tx) => addJob(tx, { name: 'account.link', payload: { email } }));
}

/** Mails a link that signs in, if an organization of the person allows it. */
export const mailLink = (context: AppContext, { email }: { email: string }) =>
  context.database.account({ email }, async (tx) => {
    const person = await tx.first(openedAccount);
    if (!person || !(await maySignInByLink(tx, person))) return;
    const token = await issueToken(tx, 'link', person.id);
    await enqueueMail(tx, signInLinkMail(toMailRecipient(person), { context, token }));
  });

/** Signs in with the token of a mailed link, once, and ends all others; a second factor is still asked for. */
export async function signInByLink(
  { database }: AppContext,
  { token }: { token: string },
  userAgent: string,
) {
  const result = await database.account({ token: tokenHash(token) }, async (tx) => {
    // Locked, so that of several links one signs in.
    const person = await tx.first(openedAccount.forUpdate());
    if (!person) return null;
    nameActor(tx, person.id);
    const used = await consumeToken(tx, ['link'], token);
    if (!used || !(await maySignInByLink(tx, person))) return null;
    return beginSignIn(tx, person, { method: 'link', userAgent });
  });
  if (!result) throw new Failure('account.verify.invalid');
  return toLoggedInReply(database, assertSignedIn(result));
}

/** Returns true for a confirmed customer with an organization that allows links; operators have none. */
async function maySignInByLink(
  tx: DbTransaction,
  { active, type, verified_at }: Pick<UserRow, 'active' | 'type' | 'verified_at'>,
) {
  if (!active || type === UserType.Admin || verified_at === null) return false;
  const allowed = sql<{ allowed: boolean }>`
    select exists (
      select from app.my_memberships() where status = ${MemberStatus.Active} and 'link' = any (sign_in_methods)
    ) as allowed`;
  return (await tx.one(allowed)).allowed;
}
