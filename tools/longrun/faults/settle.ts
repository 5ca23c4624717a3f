import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const patience = 180_000;

/** Queries for unfinished work, which ends once the jobs of dead workers are released. */
const underWay: Record<string, string> = {
  'deals with the provider that nobody ended': `select id from billing_intents
    where state in ('open', 'authenticating')`,
  'mails that nobody sent': 'select id from mails where sent_at is null and dead_at is null',
};

/** Queries for leftovers that must not exist once no work is unfinished. */
const leftOvers: Record<string, string> = {
  'subscriptions at the provider that nobody has here': `select id from sandbox.objects
    where kind = 'subscription' and data ->> 'status' in ('active', 'trialing', 'past_due')
      and not exists (select from tenant_products where service_id = objects.id)`,
};

const countOf = async (pool: Pool, question: string) => (await pool.query(question)).rowCount ?? 0;

/** Waits until abandoned work was taken over and finished; returns the leftovers. */
export async function settle(pool: Pool): Promise<string[]> {
  const deadline = performance.now() + patience;
  const left = async () => {
    const counts = await Promise.all(
      Object.values(underWay).map((question) => countOf(pool, question)),
    );
    return counts.some((count) => count > 0);
  };
  while ((await left()) && performance.now() < deadline) {
    // No process holds a lease any more, so expire all of them instead of waiting a minute.
    await pool.query(`update billing_intents set held_until = now() where held_until > now()`);
    await pool.query(`select app.add_job('payments.sweep', '{}', job_key => 'payments.sweep')`);
    await sleep(2_000);
  }
  const found: string[] = [];
  for (const [what, question] of Object.entries({ ...underWay, ...leftOvers })) {
    const count = await countOf(pool, question);
    if (count > 0) found.push(`left: ${count} ${what}`);
  }
  return found;
}
