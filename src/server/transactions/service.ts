import { z } from 'zod';
import type { IfMatch } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { date, id } from '#contract/shapes.ts';
import { maxPictures, type TransactionInput } from '#contract/transactions.ts';
import type { Database } from '#server/database/database.ts';
import { compileOnce } from '#server/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/database/query.ts';
import { changedPicture, type StoredPicture } from '#server/files/pictures.ts';
import type { Storage } from '#server/files/storage.ts';
import { readPage, type PageQuery } from '#server/http/contract/cursor.ts';
import type { TenantReader, TenantScope } from '#server/http/contract/guard.ts';
import { isVersion, refuseChange } from '#server/http/contract/if-match.ts';

type TransactionRow = TableRow<'transactions'>;

/** Lists transactions of the tenant, newest first (R-TRX-02). */
export const list = (tenant: TenantReader, query: PageQuery) =>
  readPage(query, {
    ...newestFirst,
    read: (limit, after) =>
      tenant.read(after ? nextPage({ limit, ...toKeyset(after) }) : firstPage({ limit })),
    toRecord,
  });

/** Returns a transaction; 404 when the tenant has none with this id. */
export const get = async (tenant: TenantReader, id: string) => {
  const [row] = await tenant.read(selectTransaction({ id }));
  return toRecord(orNotFound(row));
};

/** Returns the categories of the tenant's latest thousand transactions, a hundred at most, by name. */
export const listCategories = async (tenant: TenantReader) => {
  const rows = await tenant.read(recentCategories({ limit: 1_000 }));
  return rows.flatMap(({ category }) => category ?? []);
};

/** Creates a transaction; throws `upload.quota` when the tenant has too many pictures. */
export async function create(tenant: TenantScope, input: TransactionInput, storage: Storage) {
  const picture = await changedPicture(storage, {
    given: input.image,
    current: null,
    sender: tenant.id,
    assertMay: () => assertQuota(tenant),
  });
  const insert = db
    .insertInto('transactions')
    .values({ tenant_id: scopeTenant, ...toRow(input), ...pictureColumns(picture) })
    .returningAll();
  const [row] = await tenant.write(insert);
  return toRecord(orNotFound(row));
}

/** Changes a transaction; 404 when the tenant has none with this id, 412 when it has another version. */
export async function update(
  tenant: TenantScope,
  { id, ifMatch, ...input }: TransactionInput & { id: string; ifMatch: IfMatch },
  storage: Storage,
) {
  const update = db
    .updateTable('transactions')
    .set({
      ...toRow(input),
      ...pictureColumns(await storeNewPicture(tenant, { id, ...input }, storage)),
    })
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', id)
    .where(isVersion(ifMatch))
    .returningAll();
  const [row] = await tenant.write(update);
  return toRecord(row ?? (await refuseChange(() => get(tenant, id))));
}

/** Deletes a transaction; 404 when the tenant has none with this id, 412 when it has another version. */
export async function remove(
  tenant: TenantScope,
  { id, ifMatch }: { id: string; ifMatch: IfMatch },
) {
  const [row] = await tenant.write(
    db
      .deleteFrom('transactions')
      .where('tenant_id', '=', scopeTenant)
      .where('id', '=', id)
      .where(isVersion(ifMatch))
      .returning('id'),
  );
  if (!row) await refuseChange(() => get(tenant, id));
}

/** Lists transactions of every tenant, newest first; for the operator. */
export const listAllTransactions = (database: Database, query: PageQuery) =>
  database.operator((tx) =>
    readPage(query, {
      ...newestFirst,
      read: (limit, after) => {
        const page = selectNewest(limit)
          .innerJoin('tenants', 'tenants.id', 'transactions.tenant_id')
          .selectAll('transactions')
          .select('tenants.name as tenant_name');
        return tx.all(after ? page.where(isAfter(toKeyset(after))) : page);
      },
      toRecord: (row) => ({
        ...toRecord(row),
        tenant: { id: row.tenant_id, name: row.tenant_name },
      }),
    }),
  );

/** Deletes a transaction of any tenant; for the operator. */
export const removeAnyTransaction = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('transactions').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });

/** Order of the lists: by date and id, descending. */
const newestFirst = {
  keySchema: z.tuple([date, id]),
  sortKey: (row: TransactionRow): [string, string] => [row.date, row.id],
};

const selectNewest = (limit: number) =>
  db
    .selectFrom('transactions')
    .orderBy('transactions.date', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(limit);

type Keyset = { date: string; id: string };

const toKeyset = ([date, id]: [string, string]): Keyset => ({ date, id });

const isAfter = ({ date, id }: Keyset) =>
  sql<boolean>`(transactions.date, transactions.id) < (${date}, ${id}::uuid)`;

const newestOfTenant = ({ limit }: { limit: number }) =>
  selectNewest(limit).where('transactions.tenant_id', '=', scopeTenant).selectAll('transactions');

// The first page has no lower bound: PostgreSQL plans it at each call, and a bound makes that slower.
const firstPage = compileOnce(newestOfTenant);
const nextPage = compileOnce((page: Keyset & { limit: number }) =>
  newestOfTenant(page).where(isAfter(page)),
);

const recentCategories = compileOnce(({ limit }: { limit: number }) =>
  db
    .selectFrom(
      selectNewest(limit).where('tenant_id', '=', scopeTenant).select('category').as('latest'),
    )
    .select('category')
    .distinct()
    .where('category', 'is not', null)
    .orderBy('category')
    .limit(100),
);

const selectTransaction = compileOnce(({ id }: { id: string }) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', id),
);

/** Returns the new picture; reads the current one only when a picture is given. */
const storeNewPicture = async (
  tenant: TenantScope,
  { id, image }: { id: string; image: string | null },
  storage: Storage,
) => {
  if (image === null) return null;
  const before = await get(tenant, id);
  return changedPicture(storage, {
    given: image,
    current: before.image,
    sender: tenant.id,
    // Replacing a picture doesn't change the count.
    assertMay: async () => (before.image === null ? assertQuota(tenant) : undefined),
  });
};

/** Throws `upload.quota` at the limit. Pictures stored concurrently are not counted. */
const assertQuota = async (tenant: TenantReader) => {
  const pictures = await tenant.read(rowsWithPicture);
  if (pictures.length >= maxPictures)
    throw new Failure('upload.quota', { params: { max: maxPictures } });
};

const rowsWithPicture = db
  .selectFrom('transactions')
  .select(sql<number>`1`.as('counted'))
  .where('tenant_id', '=', scopeTenant)
  .where('image', 'is not', null)
  .limit(maxPictures);

/** Returns the columns of a picture; those of `undefined` stay as they are. */
const pictureColumns = (picture: StoredPicture | null | undefined) =>
  picture === undefined
    ? {}
    : { image: picture?.address ?? null, image_bytes: picture?.bytes ?? null };

const toRow = ({ price, category, image: _image, ...rest }: TransactionInput) => ({
  ...rest,
  price: toMinor(price, null),
  category: category || null,
});

const toRecord = (row: TransactionRow) => ({
  id: row.id,
  description: row.description,
  quantity: row.quantity,
  price: fromMinor(row.price, null),
  amount: fromMinor(row.quantity * row.price, null),
  date: row.date,
  category: row.category,
  image: row.image,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});
