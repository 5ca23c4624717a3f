import type { Locale } from '#locales/locales.ts';
import type { Transaction } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';

/** A message to one reader; its bodies come from `layout`. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  locale: Locale;
}

/**
 * Has a message sent once the transaction commits; the id of the mail. Nothing waits for the mail
 * server. Throws when `to` is not one bare address.
 */
export async function enqueue(tx: Transaction, message: Message): Promise<string> {
  // Subjects name people and organizations: a line break in one must not begin a header.
  const subject = message.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const { id } = await tx.one(
    db.selectNoFrom(({ fn, val }) =>
      fn<string>('app.enqueue_mail', [
        val(message.to),
        val(subject),
        val(message.text),
        val(message.html),
        val(message.locale),
      ]).as('id'),
    ),
  );
  return id;
}

/** A mail that no try has got through yet. */
export interface FailedMail {
  id: string;
  to: string;
  subject: string;
  createdAt: Date;
  attempts: number;
  lastError: string;
  /** When it was given up; null while it is still tried. */
  deadAt: Date | null;
}

/** The newest two hundred mails that failed, newest first: in the operator's scope only. */
export async function listFailedMails(tx: Transaction): Promise<FailedMail[]> {
  return tx.all(
    db
      .selectFrom('mails')
      .select(['id', 'recipient as to', 'subject', 'attempts', 'created_at as createdAt'])
      .select(['dead_at as deadAt'])
      .select(({ ref }) => ref('last_error').$notNull().as('lastError'))
      .where('sent_at', 'is', null)
      .where('last_error', 'is not', null)
      .orderBy('id', 'desc')
      .limit(200),
  );
}

/** Has a mail that failed tried again at once, from the first try on; whether there was one. */
export async function retryMail(tx: Transaction, id: string): Promise<boolean> {
  const question = sql<{ queued: boolean }>`select app.retry_mail(${id}::uuid) as queued`;
  return (await tx.one(statement(question))).queued;
}
