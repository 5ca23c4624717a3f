import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql } from '#server/platform/database/query.ts';
import type { TenantReader } from '#server/platform/http/contract/guard.ts';
import { toTransactionRow } from '#server/product/transactions/service.ts';
import type { ValidRow } from './check-rows.ts';
import { selectImports } from './list.ts';

/**
 * Returns the rows that the organization has as transactions already, and the newest import that created one of them. A
 * row that the file repeats exists as often as there are equal transactions.
 */
export async function findExisting(read: TenantReader['read'], rows: readonly ValidRow[]) {
  const groups = [...Map.groupBy(rows, ({ input }) => keyOf(input)).values()];
  const found = await read(selectEqual(groups.map(([row]) => row)));
  const existing = new Set<ValidRow>();
  for (const { place, count } of found) {
    for (const row of groups[place - 1]?.slice(0, count) ?? []) existing.add(row);
  }
  const latest = found
    .flatMap(({ import_id }) => import_id ?? [])
    .toSorted()
    .at(-1);
  const [from] = latest === undefined ? [] : await read(selectImports.where('id', '=', latest));
  return { existing, from };
}

/** Equal transactions of a group of rows; its place counts from 1. */
type FoundGroup = { place: number; count: number; import_id: string | null };

function keyOf(input: ValidRow['input']) {
  const { description, quantity, price, date, category } = toTransactionRow(input);
  return JSON.stringify([description, quantity, price, date, category]);
}

function selectEqual(rows: readonly (ValidRow | undefined)[]) {
  const values = rows.flatMap((row) => (row ? [toTransactionRow(row.input)] : []));
  return sql<FoundGroup>`
    select given.place::int, count(*)::int, max(transactions.import_id::text) as import_id
    from unnest(
      ${values.map(({ description }) => description)}::text[],
      ${values.map(({ quantity }) => quantity)}::int[],
      ${values.map(({ price }) => price)}::bigint[],
      ${values.map(({ date }) => date)}::date[],
      ${values.map(({ category }) => category)}::text[]
    ) with ordinality as given (description, quantity, price, date, category, place)
    join transactions on transactions.tenant_id = ${scopeTenant}
      and transactions.date = given.date
      and transactions.description = given.description
      and transactions.quantity = given.quantity
      and transactions.price = given.price
      and transactions.category is not distinct from given.category
    group by given.place`;
}
