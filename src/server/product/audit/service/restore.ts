import { Failure } from '#contract/errors.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql, type Compilable } from '#server/platform/database/query.ts';
import type { DB } from '#server/platform/database/tables.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/** Values of a deleted row by column, as the log has them. */
export type DeletedValues = Record<string, unknown>;

export type RestorableEntity<T = keyof DB> = {
  table: T;
  /** Noun of the entity in the log. */
  noun: string;
  /** Completes the values of deleted rows before they are inserted again; may refuse. */
  prepare?: (tenant: TenantScope, rows: DeletedValues[]) => Promise<DeletedValues[]>;
};

/**
 * Inserts deleted rows again, with their ids and times of creation; those that exist stay as they are (R-HIS-03).
 * Throws `notFound` when the log of the tenant has none of them. The triggers of the table check limits.
 */
export async function restoreRecords(
  tenant: TenantScope,
  { table, noun, prepare }: RestorableEntity,
  ids: string[],
): Promise<{ count: number }> {
  const found = await tenant.read(lastEntries(noun, ids));
  if (found.length === 0) throw new Failure('notFound');
  const removed = found.filter(isRemoval);
  const values = removed.map(({ before }) => before);
  // Outside the transaction, which must not wait for the file storage.
  const prepared = (await prepare?.(tenant, values)) ?? values;
  return tenant.run(async (tx) => {
    // One restore of a tenant after another: each sees what the last one has restored.
    await lockTenant(tx, tenant.id);
    const entries = await tx.all(lastEntries(noun, ids));
    const current = new Set(entries.filter(isRemoval).map(({ id }) => id));
    const rows = removed.flatMap(({ id, target_id }, at) =>
      current.has(id) ? [{ ...withNextVersion(prepared[at]), ...identity(target_id) }] : [],
    );
    return { count: await insertAgain(tx, table, rows) };
  });
}

type Entry = { id: string; target_id: string; action: string; before: DeletedValues };

const isRemoval = ({ action }: Entry) => action.endsWith('.removed');

/** Returns the query for the last entry about each of the records. */
const lastEntries = (noun: string, ids: string[]): Compilable<Entry> =>
  sql<Entry>`
    select distinct on (target_id) id, target_id, action, before from audit_log
    where tenant_id = ${scopeTenant} and target_id = any (${ids}::uuid[])
      and starts_with(action, ${`${noun}.`})
    order by target_id, id desc`;

/** Returns what the log doesn't have: a UUIDv7 starts with the time at which the row was created. */
const identity = (id: string) => ({
  id,
  created_at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)),
});

/** Counts on from the version of a deleted row, so that its entity tags stay refused (R-CNF-01). */
const withNextVersion = ({ version, ...row }: DeletedValues = {}): DeletedValues =>
  typeof version === 'number' ? { ...row, version: version + 1 } : row;

async function insertAgain(tx: DbTransaction, table: keyof DB, rows: DeletedValues[]) {
  if (rows.length === 0) return 0;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  // A column that is younger than an entry has its default.
  const valuesOf = (row: DeletedValues) =>
    sql.join(names.map((name) => (name in row ? sql`${row[name]}` : sql`default`)));
  await tx.all(sql`select app.set_local('restore', 'on')`);
  const inserted = await tx.all(
    sql<{ id: string }>`
      insert into ${sql.table(table)} (tenant_id, ${sql.join(names.map((name) => sql.id(name)))})
      values ${sql.join(rows.map((row) => sql`(${scopeTenant}, ${valuesOf(row)})`))}
      on conflict (tenant_id, id) do nothing returning id`,
  );
  return inserted.length;
}
