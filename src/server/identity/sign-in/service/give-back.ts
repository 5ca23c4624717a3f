import { Failure } from '#contract/errors.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { sendResetLink } from '#server/identity/accounts/service/password-reset.ts';
import { revokeAccess } from '#server/identity/accounts/service/session.ts';
import { selectToken } from '#server/identity/accounts/service/token.ts';
import { endGrants } from '#server/identity/grants/service/end.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { addCustomerJob, changeEmail } from './change-email.ts';

/** Restores the former address (R-ACC-31). */
export const undoEmail = (context: AppContext, { token }: { token: string }) =>
  giveBack(context, 'undoEmail', token);

/** Secures the account after a sign-in that was not its owner's (R-ACC-36). */
export const secureAccount = (context: AppContext, { token }: { token: string }) =>
  giveBack(context, 'secure', token);

/**
 * Gives the account back to the owner of the mailbox that the token was mailed to, whatever was changed since: restores
 * the address, removes password and Google account, ends all sessions, links and the access that the account has given
 * since the cause of the token, and mails a link that sets a new password with what was ended.
 */
async function giveBack(context: AppContext, purpose: 'undoEmail' | 'secure', token: string) {
  const { database } = context;
  const restored = await database.account({ token: tokenHash(token) }, async (tx) => {
    const person = await tx.first(openedAccount);
    if (!person) return null;
    nameActor(tx, person.id);
    const issued = await tx.first(selectToken([purpose], token));
    const former = await changeEmail(tx, purpose, token);
    if (!issued || former === null) return null;
    await revokeAccess(tx, person.id);
    const ended = await endGrants(tx, issued.created_at);
    const { email } = await tx.one(openedAccount);
    await sendResetLink(tx, context, { person: { ...person, email }, ended });
    if (former !== email) await addCustomerJob(tx, person.id, former);
    return { email, ended };
  });
  if (!restored) throw new Failure('account.verify.invalid');
  return restored;
}
