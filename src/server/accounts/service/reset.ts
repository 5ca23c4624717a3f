import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { resetMail } from '#server/accounts/mail.ts';
import type { House } from '#server/house.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { Task } from '#server/jobs/start-jobs.ts';
import { readerOf } from '#server/mail/names.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { account } from './account.ts';
import { issueToken } from './token.ts';

/**
 * Mails a link that sets a new password and also verifies the address. The reply carries the token only
 * with the local mailbox (R-ACC-18). With `PRIVATE_ACCOUNTS` the request only adds a job, for any address,
 * and the job looks up the account (R-ACC-22).
 */
export async function reset(house: House, email: string) {
  const { config, database, mailIsLocal } = house;
  if (config.privateAccounts) {
    await database.system((tx) => addJob(tx, { name: 'account.reset', payload: { email } }));
    return {};
  }
  const token = await mailReset(house, email);
  if (token === null) throw new Failure('account.login.nonexistent');
  return mailIsLocal ? { verifyToken: token } : {};
}

/** Mails a reset link and returns its token; null if no account has this address. */
const mailReset = ({ database, origin }: House, email: string) =>
  database.account({ email: email.trim() }, async (tx) => {
    const person = await tx.first(account);
    if (!person) return null;
    const token = await issueToken(tx, 'reset', person.id);
    await enqueue(tx, resetMail(readerOf(person), { origin: origin(), token }));
    return token;
  });

/** Returns the job that mails a reset link. */
export const resetTasks = (house: House): Record<string, Task> => ({
  'account.reset': async (payload) => {
    await mailReset(house, z.object({ email: z.string() }).parse(payload).email);
  },
});
