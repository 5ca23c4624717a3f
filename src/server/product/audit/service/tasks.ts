import { firstUuidAt, nilUuid } from '#server/platform/database/isolation/ids.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { computeDigest, lastDigest } from './digests.ts';

/** Schedule of the tasks of this module. */
export const auditCrons = { 'audit.digest': '*/10 * * * *', 'audit.expire': '17 4 * * *' };

const minute = 60_000;
const day = 24 * 60 * minute;

/** An entry has the time of its statement and is visible after COMMIT: no transaction takes this long. */
const commitTime = 5 * minute;

/** Time that one digest covers at most: bounds the memory and the work that a stopped task repeats. */
const longestWindow = 60 * minute;

/** Returns the tasks that add digests to the logs, and remove entries after the plan's retention (R-SEC-20, R-SEC-21). */
export const auditTasks = (store: OwnerDatabase): Record<keyof typeof auditCrons, Task> => ({
  'audit.digest': async (_payload, { signal }) => {
    await addDigests(store, new Date(Date.now() - commitTime), signal);
  },
  'audit.expire': async (_payload, { signal }) => {
    const { rows } = await store.query<{ tenant: string; days: number }>(retentions, []);
    for (const { tenant, days } of rows) {
      signal.throwIfAborted();
      const upTo = firstUuidAt(new Date(Date.now() - days * day).toISOString());
      await store.query(expireDigests, [tenant, upTo]);
    }
    // Also what a run that was stopped left, whatever the plan is now.
    const { rows: expired } = await store.query<{ tenant: string }>(recentlyExpired, []);
    for (const { tenant } of expired) {
      signal.throwIfAborted();
      await store.query(deleteExpired, [tenant]);
    }
  },
});

// The trigger of the log allows the removal of entries below a digest that has expired (app.refuse_change).
const expireDigests = `
  update audit_digests set expired_at = now()
    where tenant_id = $1 and until_id <= $2 and expired_at is null`;
const recentlyExpired = `
  select distinct tenant_id as tenant from audit_digests where expired_at > now() - interval '7 days'`;
const deleteExpired = `
  delete from audit_log where tenant_id = $1 and id < (
    select until_id from audit_digests
    where tenant_id = $1 and expired_at is not null order by number desc limit 1)`;

/** Retention in days by organization: the longest of its products; none if one keeps entries forever. */
const retentions = `
  select tenant, days from (
    select tp.tenant_id as tenant, min(p.audit_days) as least, max(p.audit_days) as days
      from tenant_products tp
      join subscription_prices pr on pr.id = tp.subscription_price_id
      join subscription_products p on p.id = pr.subscription_product_id
      where tp.status <> 'canceled' and (tp.end_date is null or tp.end_date > now())
      group by tp.tenant_id) held
    where least > 0`;

/**
 * Adds digests of all entries before an instant, in windows of at most an hour. The log of the operator comes last
 * in each: its digest records that the window is done, so that a stopped run continues where it was.
 */
export async function addDigests(store: OwnerDatabase, until: Date, signal?: AbortSignal) {
  const end = firstUuidAt(until.toISOString());
  for (;;) {
    const { untilId: start } = await lastDigest(store, nilUuid);
    const { rows } = await store.query<{ id: string }>(
      'select id from audit_log where id >= $1 and id < $2 order by id limit 1',
      [start, end],
    );
    if (!rows[0]) return;
    const untilId = [end, windowEnd(rows[0].id)].toSorted()[0] ?? end;
    const { rows: logs } = await store.query<{ tenant: string }>(
      `select distinct tenant_id as tenant from audit_log
         where id >= $1 and id < $2 and tenant_id <> $3`,
      [start, untilId, nilUuid],
    );
    for (const { tenant } of [...logs, { tenant: nilUuid }]) {
      signal?.throwIfAborted();
      await addDigest(store, tenant, untilId);
    }
  }
}

/** Returns the id that ends the longest window which begins with an entry. */
function windowEnd(id: string) {
  const began = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return firstUuidAt(new Date(began + longestWindow).toISOString());
}

/** Adds the digest of one log, unless a stopped run has added it. */
async function addDigest(store: OwnerDatabase, tenant: string, untilId: string) {
  const before = await lastDigest(store, tenant);
  if (before.untilId >= untilId) return;
  const { number, entries, hash } = await computeDigest(store, tenant, { before, untilId });
  await store.query(
    'insert into audit_digests (tenant_id, number, until_id, entries, hash) values ($1, $2, $3, $4, $5)',
    [tenant, number, untilId, entries, hash],
  );
}
