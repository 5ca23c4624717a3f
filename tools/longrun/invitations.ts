import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { callerAt } from '#tools/caller.ts';
import type { Headers } from '#tools/kit/organizations.ts';
import { attempt } from './writes.ts';

/** Invites a person, with retries under one idempotency key; returns the email address. */
export async function invite(origin: string, owner: Headers, name: string): Promise<string> {
  const email = `${name}@invited.example`;
  const body = { email, firstName: 'Rui', lastName: 'Alves', role: 2 } as const;
  const api = callerAt(origin, { ...owner, 'idempotency-key': randomUUID() });
  const send = () => api.invitations.invite({ body });
  while ((await attempt({ send }, origin)) === null) await sleep(20);
  return email;
}

/** Waits until an email to an address was sent; returns the time since it was written, in ms. */
export async function mailSent(pool: Pool, recipient: string): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ took: number }>(
      `select extract(epoch from sent_at - created_at)::float8 * 1000 as took from mails
       where recipient = $1 and sent_at is not null`,
      [recipient],
    );
    if (rows[0]) return rows[0].took;
    await sleep(20);
  }
}
