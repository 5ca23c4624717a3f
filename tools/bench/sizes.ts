import type { PoolClient } from 'pg';
import { startDatabaseServer } from '#tools/kit/servers.ts';
import { dataSizes, type DataSize } from './data.ts';
import { formatTable } from './report.ts';
import { startFilled } from './setup.ts';

const weights = `
  select case nspname when 'public' then '' else nspname || '.' end || relname as name,
    reltuples::float8 as rows, pg_table_size(pg_class.oid)::float8 as heap,
    pg_indexes_size(pg_class.oid)::float8 as indexes
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'app', 'sandbox', 'graphile_worker')
  order by pg_total_relation_size(pg_class.oid) desc`;

/** Statements of a tenant whose write-ahead log is measured, triggers included. */
const writes = {
  'bytes of WAL for a new transaction': `
    insert into transactions (tenant_id, description, quantity, price, date, category)
    select tenant_id, description, quantity, price, date, category from chosen`,
  'bytes of WAL for a changed transaction': `
    update transactions set price = price + 1 where (tenant_id, id) in (select tenant_id, id from chosen)`,
};

/**
 * Fills a database of its own and returns the sizes of the tables that grow with tenants, by tenant, as
 * Markdown (`npm run bench -- --sizes`); docs/scaling.md uses the figures.
 */
export async function measureTables(size: DataSize): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const { pool, settings } = await startDatabaseServer(stack);
  await startFilled(stack, settings, size);
  const { tenants } = dataSizes[size];
  const client = await pool.connect();
  stack.defer(() => client.release());
  const table = await weighTables(client, tenants);
  const head = ['table', 'rows a tenant', 'bytes a row', 'table, KiB', 'indexes', 'both'];
  const logs: string[] = [];
  for (const [what, sql] of Object.entries(writes)) {
    const [fresh, again] = await logOf(client, sql);
    logs.push(`${what}: ${fresh} on pages not written since a checkpoint, ${again} on others`);
  }
  return [`${tenants} tenants`, formatTable(head, table), ...logs].join('\n\n');
}

/** Returns one row for each table that grows with tenants. */
async function weighTables(client: PoolClient, tenants: number) {
  type Weights = { name: string; rows: number; heap: number; indexes: number };
  const { rows } = await client.query<Weights>(weights);
  return rows
    .filter(({ rows }) => rows >= tenants / 10)
    .map(({ name, rows, heap, indexes }) => {
      const kibibytes = [heap, indexes, heap + indexes].map((bytes) => bytes / tenants / 1_024);
      const perRow = (heap + indexes) / rows;
      return [name, rows / tenants, perRow, ...kibibytes];
    });
}

const many = 10_000;

/**
 * Returns the bytes of write-ahead log per row of a first and of a repeated write: the first write to a
 * page after a checkpoint logs the full page.
 */
async function logOf(client: PoolClient, sql: string): Promise<number[]> {
  await client.query('begin');
  await client.query(`create temp table chosen on commit drop as
    select * from transactions order by hashtext(id::text) limit ${many}`);
  const bytes: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const before = await client.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
    await client.query(sql);
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [before.rows[0]?.at],
    );
    bytes.push(Math.round((rows[0]?.bytes ?? 0) / many));
  }
  await client.query('rollback');
  return bytes;
}
