import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Waits until an email to an address was sent; returns the time since it was written, in ms. */
export async function mailSent(pool: Pool, recipient: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ took: number }>(
      `select extract(epoch from sent_at - created_at) * 1000 as took from mails
       where recipient = $1 and sent_at is not null`,
      [recipient],
    );
    if (rows[0]) return Number(rows[0].took);
    await sleep(20);
  }
}

/** Returns the number of the app's transactions that are idle for over a second. */
export async function openTransactions(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where state like 'idle in transaction%'
       and state_change < clock_timestamp() - interval '1 second'`,
  );
  return rows.length;
}
