import type { Locale } from '#locales/locales.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';

/** Email to one recipient; `layout` renders its bodies. */
export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html: string;
  locale: Locale;
  /** URL for `List-Unsubscribe`. */
  unsubscribeUrl?: string;
};

/** Sends an email once the transaction commits; returns its id. Throws unless `to` is one address. */
export async function enqueueMail(tx: DbTransaction, message: MailMessage): Promise<string> {
  // Subjects contain names of people and organizations: a line break must not start a header.
  const subject = message.subject.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const query = sql<{ id: string }>`
    select app.enqueue_email(${message.to}, ${subject}, ${message.text}, ${message.html},
      ${message.locale}, ${message.unsubscribeUrl ?? null}) as id`;
  return (await tx.one(query)).id;
}

/** Returns the newest 200 failed emails, newest first. Only in the operator's scope. */
export const listFailedMails = (tx: DbTransaction) =>
  tx.all(
    db
      .selectFrom('emails')
      .select(['id', 'recipient as to', 'subject', 'attempts', 'created_at as createdAt'])
      // Null while attempts continue.
      .select('dead_at as deadAt')
      .select(({ ref }) => ref('last_error').$notNull().as('lastError'))
      .where('sent_at', 'is', null)
      .where('last_error', 'is not', null)
      .orderBy('id', 'desc')
      .limit(200),
  );
