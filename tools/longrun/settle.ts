import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Milliseconds until unfinished work counts as abandoned. */
const patience = 180_000;

/** Queries for unfinished work, which ends once the jobs of dead workers are released. */
const unfinished = {
  'unfinished billing operations': `select id from billing_intents
    where state in ('open', 'authenticating')`,
  'unsent emails': 'select id from mails where sent_at is null and dead_at is null',
};

/** Queries for leftovers that must not exist once no work is unfinished. */
const leftovers = {
  'subscriptions that only the provider has': `select id from sandbox.objects
    where kind = 'subscription' and data ->> 'status' in ('active', 'trialing', 'past_due')
      and not exists (select from tenant_products where service_id = objects.id)`,
};

const countsOf = async (pool: Pool, queries: Record<string, string>) => {
  const counts: string[] = [];
  for (const [what, query] of Object.entries(queries)) {
    const { rowCount } = await pool.query(query);
    if (rowCount) counts.push(`left: ${rowCount} ${what}`);
  }
  return counts;
};

/** Waits until abandoned work was taken over and finished; returns what is left. */
export async function settle(pool: Pool): Promise<string[]> {
  const deadline = performance.now() + patience;
  while ((await countsOf(pool, unfinished)).length > 0 && performance.now() < deadline) {
    // No process holds a lease any more, so expire all of them instead of waiting a minute.
    await pool.query(`update billing_intents set held_until = now() where held_until > now()`);
    await pool.query(`select app.add_job('payments.sweep', '{}', job_key => 'payments.sweep')`);
    await sleep(2_000);
  }
  return countsOf(pool, { ...unfinished, ...leftovers });
}
