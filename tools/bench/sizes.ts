/**
 * Measures a tenant's size in the database (`npm run bench -- --sizes`); docs/scaling.md uses the
 * figures.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { shapeOf } from '#tools/distribute/shape.ts';
import { register } from './accounts.ts';
import { stop } from './children.ts';
import { fill, sizes, type Size } from './seed.ts';
import { startProduct } from './servers.ts';

interface Weighed {
  name: string;
  rows: number;
  /** Bytes of the table and of its indexes. */
  heap: number;
  indexes: number;
}

const weights = `
  select case nspname when 'public' then '' else nspname || '.' end || relname as name,
    reltuples::float8 as rows, pg_table_size(pg_class.oid)::float8 as heap,
    pg_indexes_size(pg_class.oid)::float8 as indexes
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname in ('public', 'app', 'sandbox', 'graphile_worker')`;

/** Statements of a tenant whose write-ahead log is measured, triggers included. */
const writes: Record<string, string> = {
  'a transaction is written': `
    insert into transactions (tenant_id, description, quantity, price, date, category)
    select tenant_id, description, quantity, price, date, category from chosen`,
  'a transaction is changed': `
    update transactions set price = price + 1 where (tenant_id, id) in (select tenant_id, id from chosen)`,
};

interface Wanted {
  size: Size;
  /** Called with the next step; may throw to abort. */
  progress: (what: string) => void;
}

/** Fills a database of its own and returns its table sizes as Markdown. */
export async function weighTables({ size, progress }: Wanted): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'pregao-sizes-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  progress('Starting PostgreSQL and the product');
  const { ownerUrl, stop: stopPostgres } = await startEmbedded({
    dataDir: join(folder, 'postgres'),
  });
  stack.defer(stopPostgres);
  const product = await startProduct({ DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'product') });
  stack.defer(() => stop(product.child));
  const measured = await register(product.origin, 'Measured');
  const stranger = await register(product.origin, 'Stranger');
  await stop(product.child);

  progress(`Filling the database: ${size}`);
  await fill(ownerUrl, { measured, stranger, size });
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  stack.defer(() => client.end());
  progress('Weighing');
  const { rows } = await client.query<Weighed>(weights);
  const shape = await shapeOf(client);
  const logs: string[] = [];
  for (const [what, sql] of Object.entries(writes))
    logs.push(`${what}: ${await logOf(client, sql)}`);
  const place = (name: string) => shape.get(name)?.place ?? 'local';
  return [...tableOf(rows, sizes[size].tenants, place), '', ...logs].join('\n');
}

const many = 10_000;

/**
 * Formats the bytes of write-ahead log per row of a first and of a repeated write: the first write to a
 * page after a checkpoint logs the full page.
 */
async function logOf(client: Client, sql: string): Promise<string> {
  await client.query('begin');
  await client.query(`create temp table chosen on commit drop as
    select * from transactions order by hashtext(id::text) limit ${many}`);
  const left: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const before = await client.query<{ at: string }>('select pg_current_wal_insert_lsn() as at');
    await client.query(sql);
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 as bytes',
      [before.rows[0]?.at],
    );
    left.push(Math.round((rows[0]?.bytes ?? 0) / many));
  }
  await client.query('rollback');
  return `${left[0]} bytes of log on pages not written since a checkpoint, ${left[1]} on others`;
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(2);

/** Returns the tables that grow with tenants, the largest first, and their sum. */
function tableOf(rows: Weighed[], tenants: number, place: (name: string) => string): string[] {
  const grown = rows
    .filter((row) => row.rows >= tenants / 10)
    .toSorted((a, b) => b.heap + b.indexes - a.heap - a.indexes);
  const line = (name: string, where: string, some: Weighed[]) => {
    const sum = (of: (one: Weighed) => number) => some.reduce((total, one) => total + of(one), 0);
    const [heap, indexes] = [sum((one) => one.heap), sum((one) => one.indexes)];
    const each = [sum((one) => one.rows) / tenants, (heap + indexes) / sum((one) => one.rows)];
    const weight = [heap, indexes, heap + indexes].map((bytes) => kilobytes(bytes / tenants));
    return `| ${[name, where, each[0]?.toFixed(1), Math.round(each[1] ?? 0), ...weight].join(' | ')} |`;
  };
  return [
    `${tenants} tenants`,
    '| table | place | rows | bytes a row | table, KiB | indexes, KiB | together, KiB |',
    '|---|---|---|---|---|---|---|',
    ...grown.map((row) => line(row.name, place(row.name), [row])),
    ...['distributed', 'reference', 'local'].map((where) =>
      line(
        'all',
        where,
        grown.filter(({ name }) => place(name) === where),
      ),
    ),
  ];
}
