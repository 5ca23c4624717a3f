import { z } from 'zod';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { issueAddressToken } from '#server/identity/accounts/service/token.ts';
import { lostRightsTasks } from '#server/identity/members/service/lost-rights.ts';
import { newDeviceMail } from '#server/identity/sign-in/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';
import { mailNewEmailLink } from './change-email.ts';
import { mailLink } from './email-link.ts';

const newEmail = z.object({ user: z.string(), email: z.string() });
const newDevice = z.object({ user: z.string(), userAgent: z.string(), at: z.string() });

/** Returns the jobs that follow changes of people: of their address, and of their rights. */
export const emailTasks = (context: AppContext): Record<string, Task> => ({
  'account.email': async (payload) => {
    await mailNewEmailLink(context, newEmail.parse(payload));
  },
  'account.link': async (payload) => {
    await mailLink(context, z.object({ email: z.string() }).parse(payload));
  },
  'account.device': async (payload) => {
    await notifyOfDevice(context, newDevice.parse(payload));
  },
  ...lostRightsTasks(context),
});

/** Mails the notification of a sign-in on a new device, with a link that secures the account (R-ACC-35). */
const notifyOfDevice = (context: AppContext, { user, userAgent, at }: z.infer<typeof newDevice>) =>
  context.database.account({ id: user }, async (tx) => {
    const person = await tx.first(openedAccount);
    if (!person) return;
    const { email } = person;
    const since = new Date(at);
    const token = await issueAddressToken(tx, { purpose: 'secure', userId: user, email, since });
    const signedIn = { at: since, userAgent };
    await enqueueMail(tx, newDeviceMail(toMailRecipient(person), { context, token }, signedIn));
  });
