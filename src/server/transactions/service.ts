import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { date, id } from '#contract/shapes.ts';
import { maxPictures, type TransactionInput } from '#contract/transactions.ts';
import type { Database } from '#server/database/database.ts';
import { compileOnce } from '#server/database/driver/compiled-query.ts';
import { pipeline } from '#server/database/driver/pipeline.ts';
import { db, sql, type TableRow } from '#server/database/query.ts';
import { changedPicture } from '#server/files/pictures.ts';
import type { Storage } from '#server/files/storage.ts';
import { toPage, decodeCursor } from '#server/http/contract/cursor.ts';
import type { TenantScope } from '#server/http/contract/guard.ts';

type TransactionRow = TableRow<'transactions'>;
type PageQuery = { cursor?: string | undefined; limit: number };

/** The sort key. */
const cursorSchema = z.tuple([date, id]);

/** Lists transactions of the tenant, newest first (R-TRX-02). */
export const list = (tenant: string, query: PageQuery) => {
  const { cursor, limit } = query;
  const selection = { tenant, most: limit + 1 };
  const page =
    cursor === undefined
      ? firstPage(selection)
      : nextPage({ ...selection, ...decodeKeyset(cursor) });
  return pipeline([page], (rows) => toPage(rows, { ...query, ...pageOptions }));
};

/** Returns a transaction; 404 when the tenant has none with this id. */
export const get = (tenant: string, id: string) =>
  pipeline([selectTransaction({ tenant, id })], ([row]) => toRecord(orNotFound(row)));

/** Returns the categories of the tenant's latest thousand transactions, a hundred at most, by name. */
export const listCategories = (tenant: string) =>
  pipeline([recentCategories({ tenant, most: 1_000 })], (rows) =>
    rows.flatMap(({ category }) => category ?? []),
  );

/** Creates a transaction; throws `upload.quota` when the tenant has too many pictures. */
export async function create(tenant: TenantScope, input: TransactionInput, storage: Storage) {
  const image = await changedPicture(storage, {
    given: input.image,
    current: null,
    sender: tenant.id,
    assertMay: () => assertQuota(tenant),
  });
  const insert = db
    .insertInto('transactions')
    .values({ tenant_id: tenant.id, ...toRow(input), image })
    .returningAll();
  return tenant.write(pipeline([insert], ([row]) => toRecord(orNotFound(row))));
}

/** Changes a transaction; 404 when the tenant has none with this id. */
export async function update(
  tenant: TenantScope,
  { id, ...input }: TransactionInput & { id: string },
  storage: Storage,
) {
  const update = db
    .updateTable('transactions')
    .set({ ...toRow(input), image: await storeNewPicture(tenant, { id, ...input }, storage) })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll();
  return tenant.write(pipeline([update], ([row]) => toRecord(orNotFound(row))));
}

/** Deletes a transaction; 404 when the tenant has none with this id. */
export const remove = (tenant: TenantScope, id: string) =>
  tenant.write(
    pipeline(
      [
        db
          .deleteFrom('transactions')
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', id)
          .returning('id'),
      ],
      ([row]) => void orNotFound(row),
    ),
  );

/** Lists transactions of every tenant, newest first; for the operator. */
export const listAllTransactions = (database: Database, range: PageQuery) =>
  database.operator(async (tx) => {
    const { cursor, limit } = range;
    const query = newestTransactions(limit + 1);
    const page = cursor === undefined ? query : query.where(isAfterKeyset(decodeKeyset(cursor)));
    const rows = await tx.all(
      page
        .innerJoin('tenants', 'tenants.id', 'transactions.tenant_id')
        .selectAll('transactions')
        .select('tenants.name as tenant_name'),
    );
    const toRecordWithTenant = (row: (typeof rows)[number]) => ({
      ...toRecord(row),
      tenant: { id: row.tenant_id, name: row.tenant_name },
    });
    return toPage(rows, { ...range, ...pageOptions, toRecord: toRecordWithTenant });
  });

/** Deletes a transaction of any tenant; for the operator. */
export const removeAnyTransaction = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('transactions').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });

const newestTransactions = (most: number) =>
  db
    .selectFrom('transactions')
    .orderBy('transactions.date', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(most);

/** The position where a page ended. */
type Keyset = { date: string; id: string };

const decodeKeyset = (cursor: string): Keyset => {
  const [date, id] = decodeCursor(cursor, cursorSchema);
  return { date, id };
};

const isAfterKeyset = ({ date, id }: Keyset) =>
  sql<boolean>`(transactions.date, transactions.id) < (${date}, ${id})`;

/**
 * The tenant, and the number of rows: one more than the page, which shows whether a next page
 * exists.
 */
type TenantSelection = { tenant: string; most: number };

const newestOfTenant = ({ tenant, most }: TenantSelection) =>
  newestTransactions(most).where('transactions.tenant_id', '=', tenant).selectAll('transactions');

const firstPage = compileOnce(newestOfTenant);
const nextPage = compileOnce((selection: TenantSelection & Keyset) =>
  newestOfTenant(selection).where(isAfterKeyset(selection)),
);

const recentCategories = compileOnce(({ tenant, most }: TenantSelection) =>
  db
    .selectFrom(
      newestTransactions(most).where('tenant_id', '=', tenant).select('category').as('latest'),
    )
    .select('category')
    .distinct()
    .where('category', 'is not', null)
    .orderBy('category')
    .limit(100),
);

const selectTransaction = compileOnce(({ tenant, id }: { tenant: string; id: string }) =>
  db.selectFrom('transactions').selectAll().where('tenant_id', '=', tenant).where('id', '=', id),
);

/** Returns the new picture; reads the current one only when a picture is given. */
const storeNewPicture = async (
  tenant: TenantScope,
  { id, image }: { id: string; image: string | null },
  storage: Storage,
) => {
  if (image === null) return null;
  const before = await tenant.read(get(tenant.id, id));
  return changedPicture(storage, {
    given: image,
    current: before.image,
    sender: tenant.id,
    // Replacing a picture doesn't change the count.
    assertMay: async () => (before.image === null ? assertQuota(tenant) : undefined),
  });
};

/** Throws `upload.quota` at the limit. Pictures stored concurrently are not counted. */
const assertQuota = async (tenant: TenantScope) => {
  const pictures = await tenant.read(
    pipeline([rowsWithPicture({ tenant: tenant.id })], (rows) => rows.length),
  );
  if (pictures >= maxPictures) throw new Failure('upload.quota', { params: { max: maxPictures } });
};

const rowsWithPicture = compileOnce(({ tenant }: { tenant: string }) =>
  db
    .selectFrom('transactions')
    .select(sql<number>`1`.as('counted'))
    .where('tenant_id', '=', tenant)
    .where('image', 'is not', null)
    .limit(maxPictures),
);

const orNotFound = <T>(row: T | undefined): T => {
  if (!row) throw new Failure('notFound');
  return row;
};

const toRow = ({ price, category, image: _image, ...rest }: TransactionInput) => ({
  ...rest,
  price: toMinor(price),
  category: category || null,
});

const toRecord = (row: TransactionRow) => ({
  id: row.id,
  description: row.description,
  quantity: row.quantity,
  price: fromMinor(row.price),
  amount: fromMinor(row.quantity * row.price),
  date: row.date,
  category: row.category,
  image: row.image,
  createdAt: row.created_at.toISOString(),
});

const pageOptions = { toRecord, sortKey: ({ date, id }: TransactionRow) => [date, id] };
