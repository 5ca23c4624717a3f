import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Connection that can see every row. */
type Queries = Pick<Pool, 'query'>;

/** Queries for violations of rules over related rows. */
const rules: Record<string, string> = {
  'a membership without its person or organization': `select m.id from memberships m
    left join users u on u.id = m.user_id left join tenants t on t.id = m.tenant_id
    where u.id is null or t.id is null`,
  'an organization without an active owner': `select id from tenants t where not exists (
    select from memberships m where m.tenant_id = t.id and m.role = 0 and m.status = 2)`,
  'an organization without a plan': `select id from tenants t where subdomain <> 'admin'
    and not exists (select from tenant_products p where p.tenant_id = t.id)`,
  'a person who belongs nowhere': `select id from users u where not exists (
    select from memberships m where m.user_id = u.id)`,
  'a plan that the provider does not know': `select p.id from tenant_products p
    where service_id is not null
      and not exists (select from sandbox.objects o where o.id = p.service_id)`,
  'a product without all its prices and features': `select id from subscription_products p
    where (select count(*) from subscription_prices where subscription_product_id = p.id) < 1
       or (select count(*) from subscription_features where subscription_product_id = p.id) < 3`,
  'an invitation without its mail': `select m.id from memberships m
    join users u on u.id = m.user_id
    where m.status = 0 and not exists (
      select from emails where recipient = u.email and created_at = m.created_at)`,
  'a mailed token without its mail': `select t.user_id as id from tokens t
    join users u on u.id = t.user_id
    where not exists (select from emails where recipient = u.email and created_at = t.created_at)`,
  'a mail without a job': `select id from emails m where sent_at is null and dead_at is null
    and not exists (select from graphile_worker.jobs j where j.key = 'mail:' || m.id)`,
  'a job without its mail': `select key as id from graphile_worker.jobs j
    where key like 'mail:%' and not exists (select from emails m where 'mail:' || m.id = j.key)`,
  'a mail that was sent and did not arrive': `select id from emails m where sent_at is not null
    and not exists (select from sandbox.emails s where s.id = m.id)`,
  'a transaction left open': `select pid as id from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
      and state_change < clock_timestamp() - interval '1 second'`,
};

/** Table whose changes the audit log records, with the noun of its actions. */
type AuditedTable = {
  table: string;
  noun: string;
  recordsRemoval: boolean;
};

const auditedTables = `
  select quote_ident(relname) as table, tgtype & 8 > 0 as "recordsRemoval",
    split_part(encode(tgargs, 'escape'), '\\000', 1) as noun
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where tgname = 'audits'
    and exists (select from pg_attribute where attrelid = tgrelid and attname = 'id')`;

/**
 * Queries for differences between rows and audit log: a row that the log does not know, a logged row that
 * is gone, and a value other than the last logged one.
 */
const differences = ({ table, noun, recordsRemoval }: AuditedTable): Record<string, string> => ({
  [`a row of ${table} that the log does not know`]: `select id from ${table} r where not exists (
    select from audit_log l where l.target_id = r.id and l.action = '${noun}.created')`,
  ...(recordsRemoval && {
    [`a ${noun} of the log that is gone without a word`]: `select l.target_id as id from audit_log l
      where l.action = '${noun}.created'
        and not exists (select from ${table} r where r.id = l.target_id)
        and not exists (select from audit_log g
          where g.target_id = l.target_id and g.action = '${noun}.removed')`,
  }),
  [`a ${noun} that is not as the log says`]: `with logged as (
      select target_id as id, jsonb_object_agg(logged.key, logged.value order by l.id) as last
      from audit_log l, jsonb_each(l.after) logged
      where l.action in ('${noun}.created', '${noun}.changed') group by target_id)
    select r.id from logged join ${table} r using (id)
    where exists (select from jsonb_each(logged.last) value
      where value.value <> '"•••"' and to_jsonb(r) -> value.key is distinct from value.value)`,
});

/** Returns all violations: of rules over related rows, and between every audited table and its log. */
export async function findViolations(pool: Queries): Promise<string[]> {
  const { rows } = await pool.query<AuditedTable>(auditedTables);
  const compared = rows.map(differences);
  const found: string[] = [];
  for (const [what, query] of [rules, ...compared].flatMap((queries) => Object.entries(queries))) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0) found.push(`${what}: ${rows.length}, as ${rows[0]?.id}`);
  }
  return found;
}

/** Milliseconds until unfinished work counts as abandoned. */
const patience = 180_000;

/** Work that ends once the jobs of dead workers are released. */
const unfinished = `select 'an unfinished billing operation' as what, id::text from billing_operations
    where state in ('open', 'authenticating')
  union all select 'an unsent email', id::text from emails where sent_at is null and dead_at is null`;

/** Leftovers that must not exist once no work is unfinished. */
const leftovers = `select 'a subscription that only the provider has' as what, id from sandbox.objects
    where kind = 'subscription' and data ->> 'status' in ('active', 'trialing', 'past_due')
      and not exists (select from tenant_products where service_id = objects.id)`;

/** Waits until abandoned work was taken over and finished; returns what is left. */
export async function settle(pool: Pool): Promise<string[]> {
  const deadline = performance.now() + patience;
  while ((await pool.query(unfinished)).rowCount !== 0 && performance.now() < deadline) {
    // No process holds a lease any more, so expire all of them instead of waiting a minute.
    await pool.query(
      `update billing_operations set lease_ends_at = now() where lease_ends_at > now()`,
    );
    await pool.query(`select app.add_job('payments.sweep', '{}', job_key => 'payments.sweep')`);
    await sleep(2_000);
  }
  type Left = { what: string; id: string };
  const { rows } = await pool.query<Left>(`${unfinished} union all ${leftovers}`);
  return rows.map(({ what, id }) => `left: ${what}, ${id}`);
}
