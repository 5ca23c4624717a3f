import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import {
  db,
  type TableInsert,
  type TableRow,
  type TableUpdate,
} from '#server/platform/database/query.ts';

/** Tables of the catalog by their noun in the audit log. */
const nouns = {
  subscription_products: 'product',
  subscription_prices: 'price',
  subscription_features: 'feature',
} as const;

type CatalogTable = keyof typeof nouns;

// Kysely can't check a query of a table that is a type parameter: the signatures below do.
type AnyTable = 'subscription_features';
type AnyRow = TableRow<AnyTable>;

/** Inserts rows of the catalog and logs each. */
export async function insertRows<T extends CatalogTable>(
  tx: DbTransaction,
  table: T,
  rows: TableInsert<T>[],
): Promise<TableRow<T>[]> {
  if (rows.length === 0) return [];
  const values = rows as unknown as TableInsert<AnyTable>[];
  const inserted = await tx.all(
    db
      .insertInto(table as AnyTable)
      .values(values)
      .returningAll(),
  );
  await Promise.all(inserted.map((after) => logRow(tx, table, { before: null, after })));
  return inserted as unknown as TableRow<T>[];
}

type Change<T extends CatalogTable> = { id: string; values: TableUpdate<T> };

/** Updates a row of the catalog and logs what changed; returns undefined for an unknown id. */
export async function updateRow<T extends CatalogTable>(
  tx: DbTransaction,
  table: T,
  { id, values }: Change<T>,
): Promise<TableRow<T> | undefined> {
  const rows = db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where('id', '=', id);
  const update = db
    .updateTable(table as AnyTable)
    .set(values as TableUpdate<AnyTable>)
    .where('id', '=', id)
    .returningAll();
  const [before, after] = await Promise.all([tx.first(rows.forUpdate()), tx.first(update)]);
  if (before && after) await logRow(tx, table, { before, after });
  return after as unknown as TableRow<T> | undefined;
}

/** Deletes a row of the catalog and logs it; returns whether there was one. */
export async function deleteRow(tx: DbTransaction, table: CatalogTable, id: string) {
  const before = await tx.first(
    db
      .deleteFrom(table as AnyTable)
      .where('id', '=', id)
      .returningAll(),
  );
  if (before) await logRow(tx, table, { before, after: null });
  return before !== undefined;
}

type RowChange = { before: AnyRow | null; after: AnyRow | null };

/** Logs the columns in which two states of a row differ, as triggers do for tables of tenants. */
async function logRow(tx: DbTransaction, table: CatalogTable, { before, after }: RowChange) {
  const { id, ...columns } = (after ?? before) as AnyRow;
  const changed = Object.keys(columns).filter(
    (name) => name !== 'created_at' && valueOf(before, name) !== valueOf(after, name),
  );
  if (before && after && changed.length === 0) return;
  const verb = before === null ? 'created' : after === null ? 'removed' : 'changed';
  const pick = (row: AnyRow | null) =>
    row && Object.fromEntries(changed.map((name) => [name, valueOf(row, name) ?? null]));
  await recordAuditEvent(tx, {
    action: `${nouns[table]}.${verb}`,
    target: id,
    before: pick(before),
    details: pick(after),
  });
}

const valueOf = (row: AnyRow | null, name: string) =>
  row === null ? undefined : (row as Record<string, unknown>)[name];
