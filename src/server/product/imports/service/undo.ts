import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';
import { hasNoComments } from '#server/product/comments/service/commented.ts';
import { loadImport, selectImports } from './list.ts';

/** Rows of one statement: on a Citus, more of them take longer than a statement may. */
const batchSize = 500;

/**
 * Deletes the transactions of an import that are unchanged and have no comments, and keeps the others. Undoing it again changes nothing;
 * 404 if the organization has no import with this id (R-IMP-08).
 */
export const undoImport = (tenant: TenantScope, id: string) =>
  tenant.run(async (tx) => {
    // Two requests at the same time delete one after the other.
    const found = orNotFound(await tx.first(selectImports.where('id', '=', id).forUpdate()));
    if (found.undone_at) return loadImport(tx, id);
    const removed = await removeUnchanged(tx, found);
    const kept = (await tx.all(selectRows(found))).length;
    await tx.run(
      db
        .updateTable('transaction_imports')
        .set({ undone_at: sql<Date>`now()`, removed, kept })
        .where('tenant_id', '=', scopeTenant)
        .where('id', '=', id),
    );
    const details = { file_name: found.file_name, removed, kept };
    await recordAuditEvent(tx, { action: 'import.undone', tenant: tenant.id, target: id, details });
    return loadImport(tx, id);
  });

/** Selects the transactions of an import: a range of the primary key. */
const selectRows = ({ id, first_id, last_id }: TableRow<'transaction_imports'>) =>
  db
    .selectFrom('transactions')
    .select('id')
    .where('tenant_id', '=', scopeTenant)
    .where('id', '>=', first_id)
    .where('id', '<=', last_id)
    .where('import_id', '=', id)
    .orderBy('id');

/** Deletes the transactions of an import that have their first version and no comments; returns how many. */
async function removeUnchanged(tx: DbTransaction, found: TableRow<'transaction_imports'>) {
  const rows = await tx.all(selectRows(found).where('version', '=', 1));
  let removed = 0;
  for (let start = 0; start < rows.length; start += batchSize) {
    const ids = rows.slice(start, start + batchSize).map((row) => row.id);
    // Waits for comments that are being written, so that the deletion sees them.
    await tx.all(selectRows(found).where('id', 'in', ids).forUpdate());
    removed += await tx.run(
      db
        .deleteFrom('transactions')
        .where('tenant_id', '=', scopeTenant)
        .where('id', 'in', ids)
        // Another member may have changed it meanwhile.
        .where('version', '=', 1)
        .where(hasNoComments),
    );
  }
  return removed;
}
