import { z } from 'zod';
import type { Logger } from '#server/platform/jobs/logger.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';

/** Access to the database that the sender needs; a `pg` pool of the owner has it. */
export type OwnerDatabase = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
};

export type MailSenderOptions = {
  store: OwnerDatabase;
  transport: MailTransport;
  logger: Logger;
  /** Milliseconds to wait after each failed attempt; the attempt after the last wait is the last. */
  retryDelays?: number[];
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
// Eight attempts over a day.
const defaultRetryDelays = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  15 * hour,
];

type ClaimedMail = {
  attempts: number;
} & OutgoingMail &
  Record<string, unknown>;

/** Schedule of the tasks of this module. */
export const mailCrons = { 'mail.purge': '23 3 * * *' };

const claimStatement = `update emails set attempts = attempts + 1
  where id = $1 and sent_at is null and dead_at is null
  returning id, recipient as "to", subject, text, html, locale, unsubscribe_url as "unsubscribeUrl",
    created_at as "createdAt", attempts`;

// The bodies may hold tokens, which are stored in clear nowhere else.
const sentStatement = `update emails set sent_at = now(), last_error = null, text = '', html = ''
  where id = $1`;

// $3: milliseconds to the next attempt, null when there is none.
const failedStatement = `with failed as (
    update emails set last_error = $2, dead_at = case when $3::float8 is null then now() end
      where id = $1 and sent_at is null returning id)
  select app.add_job('mail.send', jsonb_build_object('id', id), job_key => 'mail:' || id,
      run_at => now() + $3 * interval '1 millisecond')
    from failed where $3 is not null`;

const purgeStatement = `delete from emails
  where sent_at < now() - interval '30 days' or dead_at < now() - interval '90 days'`;

/** Returns the tasks of this module: send the outbox and delete old emails. */
export function mailTasks(
  options: MailSenderOptions,
): Record<keyof typeof mailCrons | 'mail.send', Task> {
  const { store } = options;
  return {
    'mail.send': async (payload, { signal }) => {
      const { id } = z.object({ id: z.uuid() }).parse(payload);
      // Counted before the attempt: an email that crashes the process is not retried forever.
      const { rows } = await store.query<ClaimedMail>(claimStatement, [id]);
      if (rows[0]) await attemptDelivery(options, rows[0], signal);
    },
    'mail.purge': async () => {
      await store.query(purgeStatement, []);
    },
  };
}

async function attemptDelivery(
  options: MailSenderOptions,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const { store, transport, logger, retryDelays = defaultRetryDelays } = options;
  try {
    if (mail.attempts > retryDelays.length + 1) throw new Error('process stopped during delivery');
    await transport.send(mail, signal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const wait =
      error instanceof RecipientRejected ? null : (retryDelays[mail.attempts - 1] ?? null);
    await store.query(failedStatement, [mail.id, reason.slice(0, 500), wait]);
    const outcome = wait === null ? 'giving up' : 'will retry';
    // While the server is unavailable, its outage is logged once, and not each email.
    const level = error instanceof MailServerUnavailable && wait !== null ? 'debug' : 'warn';
    const details = { mail: mail.id, attempt: mail.attempts, reason };
    logger[level](details, `email delivery failed: ${outcome}`);
    return;
  }
  await store.query(sentStatement, [mail.id]);
}

/** Email that is being sent. */
export type OutgoingMail = {
  /** UUID, the same on every attempt. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Language tag (BCP 47) of the bodies. */
  locale: string;
  /** URL that stops emails of this kind (RFC 8058); null for required ones. */
  unsubscribeUrl?: string | null;
  createdAt: Date;
};

/** Thrown when the mail server refused the recipient permanently: a retry can't succeed. */
export class RecipientRejected extends Error {
  override name = 'PermanentRefusal';
}

/** Thrown when the mail server can't be reached, refuses the login or breaks off, whatever the email. */
export class MailServerUnavailable extends Error {
  override name = 'MailServerUnavailable';
}

/** Sends email; rejects unless accepted, with `RecipientRejected` when a retry would be refused as well. */
export type MailTransport = {
  /** Gives up when the signal aborts. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
};
