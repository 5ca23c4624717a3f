import { Failure } from '#contract/errors.ts';
import type { Locale } from '#locales/locales.ts';
import { resetMail } from '#server/accounts/mail.ts';
import type { House } from '#server/house.ts';
import { enqueue } from '#server/mail/outbox.ts';
import { byEmail } from './login.ts';
import { issueToken } from './token.ts';

/**
 * Mails a link that sets a new password; it also proves an address not verified yet. The reply
 * carries the token only while mail goes to the local mailbox.
 */
export const reset = ({ database, origin, mailIsLocal }: House, email: string) =>
  database.system(async (tx) => {
    const person = await tx.first(byEmail(email.trim()));
    if (!person) throw new Failure('account.login.nonexistent');
    const token = await issueToken(tx, 'reset', person.id);
    const to = {
      email: person.email,
      firstName: person.first_name,
      locale: person.locale as Locale,
    };
    await enqueue(tx, resetMail(to, { origin: origin(), token }));
    return mailIsLocal ? { verifyToken: token } : {};
  });
