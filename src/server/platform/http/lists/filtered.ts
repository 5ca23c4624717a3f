import { plannedAnew, sql, type RawBuilder } from '#server/platform/database/query.ts';
import { orderOf, whereAll } from './select.ts';
import type { FilterConditions, ListQuery, ListRow, ListSource, Place } from './select.ts';
import { lookUp, termConditions, type Term } from './terms.ts';

/** Source of a list in the scope of a tenant. */
export type TenantSource = ListSource & { scope: RawBuilder<boolean> };

/** Filters of a query: conditions on columns, and texts. */
export type Filters = FilterConditions & { terms: Term[] };

const select = ({ columns, from, scope }: TenantSource, conditions: RawBuilder<boolean>[]) =>
  sql`select ${columns} from ${from} ${whereAll([scope, ...conditions])}`;

/** Number of rows, in the order of the list, that are compared with the filters first; texts take longer. */
const nearRows = (terms: Term[]) => (terms.length > 0 ? 50 : 400);

/**
 * Returns the query of a page of a filtered list. If the first rows of the list don't fill it, the indexes of the
 * filters find all others, which are sorted: statistics are those of all organizations and don't tell which way is
 * the shorter one in this. Texts that many rows contain are met while the list is read.
 */
export function selectFiltered<R extends ListRow>(
  source: TenantSource,
  { query, place }: { query: ListQuery; place: Place },
  { ends, others, terms }: Filters,
) {
  const { table } = source;
  const { order, after } = orderOf(source, query, place);
  const [alias, texts] = [sql.id(table), termConditions(table, terms)];
  const [near, limit] = [sql.lit(nearRows(terms)), place.limit];
  const first = sql`order by ${order} limit ${limit}`;
  const isOpen = sql<boolean>`(select * from open)`;
  const { found, areAll, isFound } = lookUp(table, terms, isOpen);
  const rows = [...ends, ...others, ...after];
  // Sorts before it compares texts: only those of the page.
  const looked = sql`(select * from (
      ${select(source, [...rows, areAll, isFound])} order by ${order} offset 0
    ) as ${alias} ${whereAll(texts)} limit ${limit})`;
  const walked = sql`(${select(source, [...rows, ...texts, sql<boolean>`not ${areAll}`])} ${first})`;
  const rest =
    terms.length > 0 ? sql`${looked} union all ${walked}` : select(source, [...rows, isOpen]);
  return plannedAnew(
    sql<R>`
      with near as materialized (
        ${select(source, [...ends, ...after])} order by ${order} limit ${near}
      ), page as materialized (
        select * from near as ${alias} ${whereAll([...others, ...texts])} limit ${limit}
      ), open as materialized (
        select (select count(*) from near) = ${near} and (select count(*) from page) < ${limit}
      ) ${terms.length > 0 ? sql`, ${found}` : sql``}
      select * from (
        select * from page where not ${isOpen} union all ${rest}
      ) as ${alias} ${first}`,
  );
}

/** Row of totals as PostgreSQL returns it: the count under `#`, and each sum under the name of its field. */
type TotalsRow = Record<string, string | boolean | null>;

/** Number of rows that totals read at most; texts take longer. */
const totalRows = (terms: Term[]) => (terms.length > 0 ? 2_000 : 10_000);

/** Returns the query of totals: `isPartial` when the filters leave more rows than are read. */
export function selectTotals(
  source: TenantSource,
  sums: RawBuilder<unknown>[],
  { ends, others, terms }: Filters,
) {
  const { table } = source;
  const { found, areAll, isFound } = lookUp(table, terms, sql<boolean>`true`);
  const [conditions, most] = [[...ends, ...others], sql.lit(totalRows(terms))];
  const rows =
    terms.length === 0
      ? select(source, conditions)
      : sql`${select(source, [...conditions, areAll, isFound])}
          union all ${select(source, [...conditions, sql<boolean>`not ${areAll}`])}`;
  return plannedAnew(
    sql<TotalsRow>`
      with ${terms.length > 0 ? sql`${found},` : sql``}
        read as materialized (select * from (${rows}) as rows limit ${most} + 1)
      select ${sql.join([
        sql`least(count(*), ${most}) as "#"`,
        sql`(select count(*) from read) > ${most} as "isPartial"`,
        ...sums,
      ])}
      from read as ${sql.id(table)} ${whereAll(termConditions(table, terms))}`,
  );
}
