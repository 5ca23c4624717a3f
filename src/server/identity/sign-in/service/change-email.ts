import { UserType } from '#contract/access.ts';
import type { signInMethods } from '#contract/calls/sign-in.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { passwordMatches } from '#server/identity/accounts/service/password.ts';
import { issueAddressToken } from '#server/identity/accounts/service/token.ts';
import { emailChangedMail, emailTakenMail, newEmailMail } from '#server/identity/sign-in/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { isUniqueViolation } from '#server/platform/database/driver/errors.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { tokenHash, type AuthSession } from '#server/platform/http/contract/guard.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';

type EmailRequest = HandlerInput<(typeof signInMethods)['endpoints']['requestEmail']>['body'];

/**
 * Mails a link to a new address after checking the password (R-ACC-29). The account keeps its address until the
 * link is opened. With `PRIVATE_ACCOUNTS` a job does it, so that the reply doesn't reveal whether another account has
 * the address.
 */
export async function requestEmail(
  context: AppContext,
  session: AuthSession,
  { email, password }: EmailRequest,
) {
  const { config, database } = context;
  const person = await database.account({ id: session.user }, (tx) => tx.one(openedAccount));
  // The configured operator is found by the address at each start; other operators are invited by theirs.
  if (person.type === UserType.Admin) throw new Failure('account.cannotChangeAdminEmail');
  if (person.password_hash === null) throw new Failure('account.noPassword');
  if (!(await passwordMatches(person.password_hash, password))) {
    throw new Failure('account.login.invalid');
  }
  // Only a proven address has invitations that may move with the person.
  if (person.verified_at === null) throw new Failure('account.login.unverified');
  if (email === person.email.toLowerCase()) throw new Failure('account.sameEmail');
  if (config.privateAccounts) {
    const payload = { user: session.user, email };
    await database.system((tx) => addJob(tx, { name: 'account.email', payload }));
    return;
  }
  if (!(await mailNewEmailLink(context, { user: session.user, email }))) {
    throw new Failure('account.login.exists');
  }
}

type NewEmail = { user: string; email: string };

/** Mails the link to the new address; returns false, and mails its owner, if another account has it. */
export async function mailNewEmailLink(context: AppContext, { user, email }: NewEmail) {
  const { config, database } = context;
  const other = await database.account({ email }, (tx) => tx.first(openedAccount));
  // A dormant account exists only because its address was invited: the person may still prove the address.
  const isTaken = other && (other.verified_at !== null || other.password_hash !== null);
  return database.account({ id: user }, async (tx) => {
    const person = await tx.first(openedAccount);
    if (!person) return true;
    await deleteEmailTokens(tx, user);
    if (isTaken) {
      // Without PRIVATE_ACCOUNTS the reply says it.
      if (config.privateAccounts)
        await enqueueMail(tx, emailTakenMail(toMailRecipient(other), context));
      return false;
    }
    const token = await issueAddressToken(tx, { purpose: 'email', userId: user, email });
    const to = { ...toMailRecipient(person), email, name: '' };
    await enqueueMail(tx, newEmailMail(to, { context, token }));
    return true;
  });
}

const deleteEmailTokens = (tx: DbTransaction, userId: string) =>
  tx.run(
    db
      .deleteFrom('tokens')
      .where('user_id', '=', userId)
      .where('purpose', '=', 'email')
      .where('used_at', 'is', null),
  );

/**
 * Gives the caller's account the address of the token, and announces it to the former address with a link that
 * restores it (R-ACC-30). Requires the session: a link that a wrong address received changes nothing. Of two accounts
 * that confirm one address, the database admits the first.
 */
export async function confirmEmail(
  context: AppContext,
  session: AuthSession,
  { token }: { token: string },
) {
  const { database } = context;
  return database
    .account({ id: session.user }, async (tx) => {
      const former = await changeEmail(tx, 'email', token);
      if (former === null) throw new Failure('account.verify.invalid');
      const person = await tx.one(openedAccount);
      const undo = await issueAddressToken(tx, {
        purpose: 'undoEmail',
        userId: person.id,
        email: former,
      });
      const to = { ...toMailRecipient(person), email: former };
      await enqueueMail(tx, emailChangedMail(to, { context, token: undo }));
      await addCustomerJob(tx, person.id, former);
      return { email: person.email };
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'users_email_key')
        ? new Failure('account.login.exists')
        : error;
    });
}

/** Consumes the token and changes the address of the opened account; returns the former one, or null. */
export async function changeEmail(
  tx: DbTransaction,
  purpose: 'email' | 'undoEmail' | 'secure',
  token: string,
) {
  const change = sql<{
    former: string | null;
  }>`select app.change_email(${tokenHash(token)}, ${purpose}) as former`;
  return (await tx.one(change)).former;
}

/** Adds the job that gives the person's customers at the provider the new address (R-ACC-32). */
export const addCustomerJob = (tx: DbTransaction, user: string, former: string) =>
  addJob(tx, { name: 'account.customer', payload: { user, former } });
