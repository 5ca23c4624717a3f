import { z } from 'zod';
import type { RecordChange } from '#contract/history/calls.ts';
import { id } from '#contract/shapes.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { maxUuid, scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { DB } from '#server/platform/database/tables.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { GuardedReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { nameEntries } from './entries.ts';
import { restoreRecords, type RestorableEntity } from './restore.ts';

type Entity<T> = RestorableEntity<T> & { noun: string };

/**
 * Returns the handlers of the calls that `historyCalls` declares for an entity. Its table audits every column that the
 * application sets, none of them masked, so that the log has what a deleted row contained.
 */
export const entityHistory = <T extends keyof DB & string>(entity: Entity<T>) => ({
  getHistory: async (call: { tenant: GuardedReader; params: { id: string }; query: PageQuery }) => {
    const { tenant } = await call.tenant.authorized();
    return listChanges(tenant, entity, { target: call.params.id, ...call.query });
  },
  restore: ({ tenant, body }: { tenant: TenantScope; body: { ids: string[] } }) =>
    restoreRecords(tenant, entity, body.ids),
});

/**
 * Lists the changes of a record, newest first (R-HIS-01): none of an unchanged sample. 404 when neither the log of the
 * tenant nor the table has the record.
 */
const listChanges = (
  tenant: TenantScope,
  { table, noun }: Pick<Entity<keyof DB>, 'table' | 'noun'>,
  { target, cursor, limit }: PageQuery & { target: string },
) =>
  tenant.run(async (tx) => {
    const [before = maxUuid] = cursor === undefined ? [] : decodeCursor(cursor, z.tuple([id]));
    const rows = await tx.all(entriesAbout({ noun, target, before, limit: limit + 1 }));
    if (rows.length === 0 && cursor === undefined) {
      orNotFound(await tx.first(recordWith({ table, id: target })));
    }
    return toPage<RecordChange>(await nameEntries(tx, rows), limit, (entry) => [entry.id]);
  });

const recordWith = ({ table, id: target }: { table: keyof DB; id: string }) =>
  sql<{ id: string }>`
    select id from ${sql.table(table)} where tenant_id = ${scopeTenant} and id = ${target}`;

// The noun keeps entries about anything else, such as members, from those who may not read the log.
const entriesAbout = compileOnce(
  (page: { noun: string; target: string; before: string; limit: number }) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', scopeTenant)
      .where('target_id', '=', page.target)
      .where('id', '<', page.before)
      .where(sql<boolean>`starts_with(action, ${page.noun} || '.')`)
      .orderBy('id', 'desc')
      .limit(page.limit),
);
