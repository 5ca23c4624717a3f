import { z } from 'zod';
import type { EndedGrant } from '#contract/calls/grants.ts';
import { Failure } from '#contract/errors.ts';
import { resetMail } from '#server/identity/accounts/mail.ts';
import { endedDetails } from '#server/identity/grants/service/details.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';
import { openedAccount, type UserRow } from './account.ts';
import { issueToken } from './token.ts';

/**
 * Mails a link that sets a new password and verifies the address; the reply has its token only with the
 * local mailbox (R-ACC-18). With `PRIVATE_ACCOUNTS` a job does it, for any address (R-ACC-22).
 */
export async function requestPasswordReset(context: AppContext, email: string) {
  const { config, database, hasLocalMailbox: mailIsLocal } = context;
  if (config.privateAccounts) {
    await database.system((tx) => addJob(tx, { name: 'account.reset', payload: { email } }));
    return {};
  }
  const token = await mailResetLink(context, email);
  if (token === null) throw new Failure('account.login.nonexistent');
  return mailIsLocal ? { verifyToken: token } : {};
}

/** Mails a reset link and returns its token; null if no account has this address. */
const mailResetLink = (context: AppContext, email: string) =>
  context.database.account({ email: email.trim() }, async (tx) => {
    const person = await tx.first(openedAccount);
    return person ? sendResetLink(tx, context, { person }) : null;
  });

/** Mails a reset link to the opened account, with the access that was `ended` before, and returns its token. */
export async function sendResetLink(
  tx: DbTransaction,
  context: AppContext,
  { person, ended = [] }: { person: UserRow; ended?: readonly EndedGrant[] },
) {
  const token = await issueToken(tx, 'reset', person.id);
  const to = toMailRecipient(person);
  const details = endedDetails(to.locale, ended);
  await enqueueMail(tx, resetMail(to, { context, token }, details));
  return token;
}

/** Returns the job that mails a reset link. */
export const passwordResetTasks = (context: AppContext): Record<string, Task> => ({
  'account.reset': async (payload) => {
    await mailResetLink(context, z.object({ email: z.string() }).parse(payload).email);
  },
});
