import { z } from 'zod';
import type { TransactionImport } from '#contract/imports/imports.ts';
import { id as idSchema } from '#contract/shapes.ts';
import { loadMemberNames } from '#server/identity/members/service/names.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, type TableRow } from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';

type ImportRow = TableRow<'transaction_imports'>;

/** Selects the imports of the organization. */
export const selectImports = db
  .selectFrom('transaction_imports')
  .selectAll()
  .where('tenant_id', '=', scopeTenant);

/** `creator`: the name of the person; undefined if they are no active member. */
const toRecord = (row: ImportRow, creator: string | undefined): TransactionImport => ({
  id: row.id,
  fileName: row.file_name,
  rows: row.rows,
  createdBy: creator === undefined ? null : { id: row.created_by, name: creator },
  createdAt: row.created_at.toISOString(),
  undone: row.undone_at && {
    at: row.undone_at.toISOString(),
    removed: row.removed ?? 0,
    kept: row.kept ?? 0,
  },
});

async function toRecords(read: TenantReader['read'], rows: ImportRow[]) {
  const names = await loadMemberNames(
    read,
    rows.map(({ created_by }) => created_by),
  );
  return rows.map((row) => toRecord(row, names.get(row.created_by)));
}

/** Lists the imports of the organization, newest first (R-IMP-07). */
export async function listImports({ read }: TenantReader, { cursor, limit }: PageQuery) {
  let newest = selectImports.orderBy('id', 'desc').limit(limit + 1);
  if (cursor !== undefined) {
    const [last] = decodeCursor(cursor, z.tuple([idSchema]));
    newest = newest.where('id', '<', last);
  }
  return toPage(await toRecords(read, await read(newest)), limit, ({ id }) => [id]);
}

/** Returns an import; 404 if the organization has none with this id. */
export async function loadImport(tx: DbTransaction, id: string) {
  const row = orNotFound(await tx.first(selectImports.where('id', '=', id)));
  const [record] = await toRecords((query) => tx.all(query), [row]);
  return orNotFound(record);
}
