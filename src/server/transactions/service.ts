import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { fromMinor, toMinor } from '#contract/money.ts';
import { date, id } from '#contract/shapes.ts';
import { mostPictures, type TransactionInput } from '#contract/transactions.ts';
import { batch } from '#server/database/batch.ts';
import { compiledOnce } from '#server/database/compiled.ts';
import type { Database } from '#server/database/database.ts';
import { db, sql, type Row } from '#server/database/query.ts';
import { changedPicture } from '#server/files/pictures.ts';
import type { Storage } from '#server/files/storage.ts';
import { pageOf, positionOf } from '#server/http/cursor.ts';
import type { Tenant } from '#server/http/guard.ts';

type Stored = Row<'transactions'>;
type Range = { cursor?: string | undefined; limit: number };

/** The sort key. */
const position = z.tuple([date, id]);

/** Lists transactions of the tenant, newest first (R-TRX-02). */
export const list = (tenant: string, range: Range) => {
  const { cursor, limit } = range;
  const of = { tenant, most: limit + 1 };
  const page = cursor === undefined ? firstPage(of) : nextPage({ ...of, ...lastOf(cursor) });
  return batch([page], (rows) => pageOf(rows, { ...range, ...shown }));
};

/** Returns a transaction; 404 when the tenant has none with this id. */
export const get = (tenant: string, id: string) =>
  batch([one({ tenant, id })], ([row]) => present(found(row)));

/** Returns the categories of the tenant's latest thousand transactions, a hundred at most, by name. */
export const categories = (tenant: string) =>
  batch([recentCategories({ tenant, most: 1_000 })], (rows) =>
    rows.flatMap(({ category }) => category ?? []),
  );

/** Creates a transaction; throws `upload.quota` when the tenant has too many pictures. */
export async function create(tenant: Tenant, input: TransactionInput, storage: Storage) {
  const image = await changedPicture(storage, {
    given: input.image,
    current: null,
    sender: tenant.id,
    assertMay: () => assertQuota(tenant),
  });
  const insert = db
    .insertInto('transactions')
    .values({ tenant_id: tenant.id, ...stored(input), image })
    .returningAll();
  return tenant.write(batch([insert], ([row]) => present(found(row))));
}

/** Changes a transaction; 404 when the tenant has none with this id. */
export async function update(
  tenant: Tenant,
  { id, ...input }: TransactionInput & { id: string },
  storage: Storage,
) {
  const update = db
    .updateTable('transactions')
    .set({ ...stored(input), image: await pictureOf(tenant, { id, ...input }, storage) })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll();
  return tenant.write(batch([update], ([row]) => present(found(row))));
}

/** Deletes a transaction; 404 when the tenant has none with this id. */
export const remove = (tenant: Tenant, id: string) =>
  tenant.write(
    batch(
      [
        db
          .deleteFrom('transactions')
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', id)
          .returning('id'),
      ],
      ([row]) => void found(row),
    ),
  );

/** Lists transactions of every tenant, newest first; for the operator. */
export const listOfAll = (database: Database, range: Range) =>
  database.operator(async (tx) => {
    const { cursor, limit } = range;
    const all = newest(limit + 1);
    const page = cursor === undefined ? all : all.where(behind(lastOf(cursor)));
    const rows = await tx.all(
      page
        .innerJoin('tenants', 'tenants.id', 'transactions.tenant_id')
        .selectAll('transactions')
        .select('tenants.name as tenant_name'),
    );
    const presentWithTenant = (row: (typeof rows)[number]) => ({
      ...present(row),
      tenant: { id: row.tenant_id, name: row.tenant_name },
    });
    return pageOf(rows, { ...range, ...shown, present: presentWithTenant });
  });

/** Deletes a transaction of any tenant; for the operator. */
export const removeOfAny = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('transactions').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });

const newest = (most: number) =>
  db
    .selectFrom('transactions')
    .orderBy('transactions.date', 'desc')
    .orderBy('transactions.id', 'desc')
    .limit(most);

/** The position where a page ended. */
type Last = { date: string; id: string };

const lastOf = (cursor: string): Last => {
  const [date, id] = positionOf(cursor, position);
  return { date, id };
};

const behind = ({ date, id }: Last) =>
  sql<boolean>`(transactions.date, transactions.id) < (${date}, ${id})`;

/**
 * The tenant, and the number of rows: one more than the page, which shows whether a next page
 * exists.
 */
type Of = { tenant: string; most: number };

const newestOf = ({ tenant, most }: Of) =>
  newest(most).where('transactions.tenant_id', '=', tenant).selectAll('transactions');

const firstPage = compiledOnce(newestOf);
const nextPage = compiledOnce((of: Of & Last) => newestOf(of).where(behind(of)));

const recentCategories = compiledOnce(({ tenant, most }: Of) =>
  db
    .selectFrom(newest(most).where('tenant_id', '=', tenant).select('category').as('latest'))
    .select('category')
    .distinct()
    .where('category', 'is not', null)
    .orderBy('category')
    .limit(100),
);

const one = compiledOnce(({ tenant, id }: { tenant: string; id: string }) =>
  db.selectFrom('transactions').selectAll().where('tenant_id', '=', tenant).where('id', '=', id),
);

/** Returns the new picture; reads the current one only when a picture is given. */
const pictureOf = async (
  tenant: Tenant,
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
const assertQuota = async (tenant: Tenant) => {
  const pictures = await tenant.read(
    batch([withPicture({ tenant: tenant.id })], (rows) => rows.length),
  );
  if (pictures >= mostPictures)
    throw new Failure('upload.quota', { params: { max: mostPictures } });
};

const withPicture = compiledOnce(({ tenant }: { tenant: string }) =>
  db
    .selectFrom('transactions')
    .select(sql<number>`1`.as('counted'))
    .where('tenant_id', '=', tenant)
    .where('image', 'is not', null)
    .limit(mostPictures),
);

const found = <T>(row: T | undefined): T => {
  if (!row) throw new Failure('notFound');
  return row;
};

const stored = ({ price, category, image: _image, ...rest }: TransactionInput) => ({
  ...rest,
  price: toMinor(price),
  category: category || null,
});

const present = (row: Stored) => ({
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

const shown = { present, position: ({ date, id }: Stored) => [date, id] };
