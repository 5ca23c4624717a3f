import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { verifyMail } from '#server/identity/accounts/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { openedAccount } from './account.ts';
import { issueToken } from './token.ts';

type Addressee = { id: string; email: string; locale: string };

/**
 * Issues a verification token for the opened account, mails its link and returns it. Omits the name: the
 * sender of the form has not proven the address (R-ACC-27).
 */
export async function mailVerificationLink(
  tx: DbTransaction,
  context: AppContext,
  { id, email, locale }: Addressee,
) {
  const token = await issueToken(tx, 'verify', id);
  const to = { email, name: email, locale: locale as Locale };
  await enqueueMail(tx, verifyMail(to, { context, token }));
  return token;
}

/** Returns the part of a reply that has the mailed token: only with the local mailbox (R-ACC-18). */
export const verifyTokenReply = ({ config, hasLocalMailbox }: AppContext, token: string) =>
  hasLocalMailbox && !config.privateAccounts ? { verifyToken: token } : {};

/**
 * Mails the verification link of an unverified account again (R-ACC-28). With `PRIVATE_ACCOUNTS` a job
 * does it, for any address (R-ACC-22).
 */
export async function requestVerification(context: AppContext, email: string) {
  const { config, database } = context;
  if (config.privateAccounts) {
    await database.system((tx) => addJob(tx, { name: 'account.verify', payload: { email } }));
    return {};
  }
  const token = await resendVerificationLink(context, email);
  if (token === null) throw new Failure('account.login.nonexistent');
  if (token === 'verified') throw new Failure('account.verify.alreadyVerified');
  return verifyTokenReply(context, token);
}

/** Mails the link and returns its token; null without an account, `verified` if none is needed. */
const resendVerificationLink = (context: AppContext, email: string) =>
  context.database.account({ email }, async (tx) => {
    const person = await tx.first(openedAccount);
    if (!person) return null;
    if (person.verified_at !== null) return 'verified';
    return mailVerificationLink(tx, context, person);
  });

/** Returns the job that mails a verification link again. */
export const verificationTasks = (context: AppContext): Record<string, Task> => ({
  'account.verify': async (payload) => {
    await resendVerificationLink(context, z.object({ email: z.string() }).parse(payload).email);
  },
});
