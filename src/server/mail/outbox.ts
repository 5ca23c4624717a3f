import type { Locale } from '#locales/locales.ts';
import type { Transaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';

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
