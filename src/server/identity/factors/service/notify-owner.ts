import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { factorMail, type FactorEvent } from '#server/identity/factors/mail.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import type { MailSiteContext } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { toMailRecipient } from '#server/platform/mail/recipient.ts';

/** Emails the owner of the opened account that a way to sign in was changed or used (R-MFA-07). */
export async function notifyOwner(tx: DbTransaction, context: MailSiteContext, event: FactorEvent) {
  const person = await tx.one(openedAccount);
  await enqueueMail(tx, factorMail(toMailRecipient(person), context, event));
}
