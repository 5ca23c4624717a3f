import { Failure } from '#contract/errors.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { firstUuidAt, scopeTenant } from '#server/platform/database/isolation/ids.ts';
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
  /** Rows that were deleted with a row, by the column with its id: they are restored with it. */
  parts?: { table: keyof DB; noun: string; column: string };
};

/**
 * Inserts deleted rows again, with their ids and times of creation; those that exist stay as they are (R-HIS-03).
 * Throws `notFound` when the log of the tenant has none of them. The triggers of the table check limits.
 */
export async function restoreRecords(
  tenant: TenantScope,
  { table, noun, prepare, parts }: RestorableEntity,
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
    const count = await insertAgain(tx, table, rows);
    if (parts) await restoreParts(tx, parts, [...current]);
    return { count };
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

/** Restores the parts of restored records that the same request deleted: those deleted before stay deleted. */
async function restoreParts(
  tx: DbTransaction,
  { table, noun, column }: NonNullable<RestorableEntity['parts']>,
  removals: string[],
) {
  // The entries of one request are near each other: a range of ids, which is read once by index for each request.
  const near = (minutes: number) =>
    removals.map((id) =>
      firstUuidAt(new Date(timeOf(id).getTime() + minutes * 60_000).toISOString()),
    );
  const removed = await tx.all(
    sql<Pick<Entry, 'target_id' | 'before'>>`
      select part.target_id, part.before
      from (
        select whole.request_id, array_agg(whole.target_id::text) as targets,
          (array_agg(removal.since order by removal.since))[1] as since,
          (array_agg(removal.until order by removal.until desc))[1] as until
        from unnest(${removals}::uuid[], ${near(-5)}::uuid[], ${near(5)}::uuid[]) as removal (id, since, until)
        join audit_log whole on whole.tenant_id = ${scopeTenant} and whole.id = removal.id
        group by whole.request_id
      ) request
      join audit_log part on part.tenant_id = ${scopeTenant} and part.id between request.since and request.until
        and part.action = ${`${noun}.removed`} and part.request_id = request.request_id
        and part.before ->> ${column}::text = any (request.targets)`,
  );
  for (let start = 0; start < removed.length; start += partsAtOnce) {
    const some = removed.slice(start, start + partsAtOnce);
    const rows = some.map(({ target_id, before }) => ({ ...before, ...identity(target_id) }));
    await insertAgain(tx, table, rows);
  }
}

/** Rows of one statement, whose number of values PostgreSQL limits. */
const partsAtOnce = 1_000;

/** Returns the time with which a UUIDv7 starts. */
const timeOf = (id: string) => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Returns what the log doesn't have. */
const identity = (id: string) => ({ id, created_at: timeOf(id) });

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
