import {
  allTransactionsList,
  transactionFields,
  transactionList,
} from '#contract/entities/transactions.ts';
import { Failure } from '#contract/errors.ts';
import { fromMinor, type Currency } from '#contract/money.ts';
import type { TransactionInput } from '#contract/transactions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import { changedPicture } from '#server/platform/files/pictures.ts';
import type { Storage } from '#server/platform/files/storage.ts';
import type { TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import {
  isVersion,
  refuseChange,
  type Versioned,
} from '#server/platform/http/contract/if-match.ts';
import { entityList } from '#server/platform/http/lists/entity-list.ts';
import { recordOf, rowOf } from '#server/platform/http/lists/fields.ts';
import {
  filterConditions,
  pageSelector,
  readListPage,
  type ListQuery,
} from '#server/platform/http/lists/select.ts';
import { entityHistory } from '#server/product/audit/service/history.ts';
import { currencyOfTenant, selectCurrency } from './service/currency.ts';
import { assertQuota, keepPictures, pictureColumns } from './service/pictures.ts';

type TransactionRow = TableRow<'transactions'> & { currency: Currency };

/** Returns a transaction; 404 when the tenant has none with this id. */
export async function get(tenant: TenantReader, id: string) {
  const [row] = await tenant.read(selectTransaction({ id }));
  return toRecord(orNotFound(row));
}

/** Returns the categories of the tenant's latest thousand transactions, a hundred at most, by name. */
export async function listCategories(tenant: TenantReader) {
  const rows = await tenant.read(recentCategories({ limit: 1_000 }));
  return rows.flatMap(({ category }) => category ?? []);
}

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
    .values({ tenant_id: scopeTenant, ...toTransactionRow(input), ...pictureColumns(picture) })
    .returningAll();
  const [[row], currencies] = await tenant.writeAll(insert, selectCurrency({}));
  return toRecord({ ...orNotFound(row), ...orNotFound(currencies[0]) });
}

/** Changes a transaction; 404 when the tenant has none with this id, 412 when it has another version. */
export async function update(
  tenant: TenantScope,
  { id, ifMatch, ...input }: TransactionInput & Versioned,
  storage: Storage,
) {
  const update = db
    .updateTable('transactions')
    .set({
      ...toTransactionRow(input),
      ...pictureColumns(await storeNewPicture(tenant, { id, ...input }, storage)),
    })
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', id)
    .where(isVersion(ifMatch))
    .returningAll();
  const [[row], currencies] = await tenant.writeAll(update, selectCurrency({}));
  const changed = row ?? (await refuseChange(() => get(tenant, id)));
  return toRecord({ ...changed, ...orNotFound(currencies[0]) });
}

/** Deletes a transaction; 404 when the tenant has none with this id, 412 when it has another version. */
export async function remove(tenant: TenantScope, { id, ifMatch }: Versioned) {
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

/** Lists transactions of every tenant; for the operator. */
export const listAllTransactions = (database: Database, query: ListQuery) =>
  database.operator(async (tx) => {
    const { items, next } = await readListPage<NamedTransaction>(allTransactions, query, (place) =>
      tx.all(selectOfAll(query, place, filterConditions(allTransactions, query).ends)),
    );
    return {
      items: items.map((row) => ({
        ...toRecord(row),
        tenant: { id: row.tenant_id, name: row.tenant_name },
      })),
      next,
    };
  });

/** Deletes a transaction of any tenant; for the operator. */
export const removeAnyTransaction = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const deleted = await tx.run(db.deleteFrom('transactions').where('id', '=', id));
    if (deleted === 0) throw new Failure('notFound');
  });

type NamedTransaction = TransactionRow & { tenant_name: string };

const allTransactions = {
  list: allTransactionsList,
  table: 'transactions',
  columns: sql`transactions.*, tenants.name as tenant_name, tenants.transaction_currency as currency`,
  from: sql`transactions join tenants on tenants.id = transactions.tenant_id`,
  scope: null,
};
const selectOfAll = pageSelector<NamedTransaction>(allTransactions);

const newestOfTenant = ({ limit }: { limit: number }) =>
  db
    .selectFrom('transactions')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .where('tenant_id', '=', scopeTenant)
    .select('category');

const recentCategories = compileOnce(({ limit }: { limit: number }) =>
  db
    .selectFrom(newestOfTenant({ limit }).as('latest'))
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
    .select(currencyOfTenant.as('currency'))
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', id),
);

/** Returns the new picture; reads the current one only when a picture is given. */
async function storeNewPicture(
  tenant: TenantScope,
  { id, image }: { id: string; image: string | null },
  storage: Storage,
) {
  if (image === null) return null;
  const before = await get(tenant, id);
  return changedPicture(storage, {
    given: image,
    current: before.image,
    sender: tenant.id,
    // Replacing a picture doesn't change the count.
    assertMay: async () => (before.image === null ? assertQuota(tenant) : undefined),
  });
}

/** Returns the columns of a transaction, without its picture. */
export const toTransactionRow = rowOf(transactionFields);

const toFields = recordOf(transactionFields);
const toRecord = (row: TransactionRow) => ({
  ...toFields(row),
  id: row.id,
  sample: row.sample,
  amount: fromMinor(row.quantity * row.price, null),
  currency: row.currency,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

/** List of the tenant's transactions, with the calls that its declaration describes (R-TRX-02). */
export const transactionsOfTenant = entityList({
  table: 'transactions',
  noun: 'transaction',
  list: transactionList,
  tenantColumns: { currency: currencyOfTenant },
  toRecord,
});

/** History of the tenant's transactions, with the calls that `historyCalls` describes. */
export const historyOfTransactions = (storage: Storage) =>
  entityHistory({
    table: 'transactions',
    noun: 'transaction',
    parts: { table: 'comments', noun: 'comment', column: 'transaction_id' },
    prepare: (tenant, rows) => keepPictures(tenant, rows, storage),
  });
