import { join } from 'node:path';
import type { Pool } from 'pg';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { startDatabaseServer, startProduct } from '#tools/kit/servers.ts';
import { dataSizes, fillDatabase, type DataSize } from './data.ts';
import { formatTable } from './report.ts';

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
  const { ownerUrl, folder, pool } = await startDatabaseServer(stack);
  const settings = { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'product') };
  const { origin } = await startProduct(stack, settings);
  const measured = await registerOrganization(origin, 'Measured');
  const stranger = await registerOrganization(origin, 'Stranger');
  await fillDatabase(ownerUrl, { measured, stranger, size });
  const { tenants } = dataSizes[size];
  type Weights = { name: string; rows: number; heap: number; indexes: number };
  const { rows } = await pool.query<Weights>(weights);
  const table = rows
    .filter(({ rows }) => rows >= tenants / 10)
    .map(({ name, rows, heap, indexes }) => {
      const counts = [rows / tenants, (heap + indexes) / rows];
      const kibibytes = [heap, indexes, heap + indexes].map((bytes) => bytes / tenants / 1_024);
      return [name, ...counts, ...kibibytes];
    });
  const head = ['table', 'rows a tenant', 'bytes a row', 'table, KiB', 'indexes', 'both'];
  const logs: string[] = [];
  for (const [what, sql] of Object.entries(writes)) {
    const [fresh, again] = await logOf(pool, sql);
    logs.push(`${what}: ${fresh} on pages not written since a checkpoint, ${again} on others`);
  }
  return [`${tenants} tenants`, formatTable(head, table), ...logs].join('\n\n');
}

const many = 10_000;

/**
 * Returns the bytes of write-ahead log per row of a first and of a repeated write: the first write to a
 * page after a checkpoint logs the full page.
 */
async function logOf(pool: Pool, sql: string): Promise<number[]> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`create temp table chosen on commit drop as
    select * from transactions order by hashtext(id::text) limit ${many}`);
  const bytes: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const position = 'select pg_current_wal_insert_lsn() as at';
    const { rows: before } = await client.query<{ at: string }>(position);
    await client.query(sql);
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [before[0]?.at],
    );
    bytes.push(Math.round((rows[0]?.bytes ?? 0) / many));
  }
  await client.query('rollback');
  client.release();
  return bytes;
}
