import { openedAccount } from '#server/accounts/service/account.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { factorMail, type FactorEvent } from '#server/factors/mail.ts';
import type { MailSiteContext } from '#server/mail/compose.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { toMailRecipient } from '#server/mail/recipient.ts';

/** Emails the owner of the opened account that a way to sign in was changed or used (R-MFA-07). */
export const notifyOwner = async (
  tx: DbTransaction,
  context: MailSiteContext,
  event: FactorEvent,
) => {
  const person = await tx.one(openedAccount);
  await enqueueMail(tx, factorMail(toMailRecipient(person), context, event));
};
