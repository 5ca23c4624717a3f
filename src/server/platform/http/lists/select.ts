import { hash } from 'node:crypto';
import { z } from 'zod';
import { filtersOf, type ListDeclaration, type ListFilter } from '#contract/lists/declaration.ts';
import { id } from '#contract/shapes.ts';
import { compileOnce } from '#server/platform/database/driver/compiled-query.ts';
import {
  plannedAnew,
  sql,
  type Compilable,
  type RawBuilder,
} from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import { creationOrder, storedField, toStored, type Position, type StoredField } from './fields.ts';

/** Rows of a list: columns, joined tables and scope are those of every query. */
export type ListSource = {
  list: ListDeclaration;
  table: string;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** Condition of the scope: the tenant, or none for the operator. */
  scope: RawBuilder<boolean> | null;
};

/** Parsed query of any list. */
export type ListQuery = PageQuery & { sort: string; descending: boolean };

/** Row as PostgreSQL returns it. */
export type ListRow = Record<string, unknown> & { id: string };

/** Filters of a query as conditions that indexes of columns serve; `termsOf` has those of texts. */
export type FilterConditions = {
  /** Ends of the order, if the list is filtered by a range of the field that sorts it. */
  ends: RawBuilder<boolean>[];
  others: RawBuilder<boolean>[];
};

export function filterConditions(
  { list, table }: Pick<ListSource, 'list' | 'table'>,
  query: Record<string, unknown>,
): FilterConditions {
  const given = filtersOf(list).filter(({ params }) =>
    params.some((name) => query[name] !== undefined),
  );
  const conditions = given.map((filter) => ({
    isEnd: filter.shape === 'range' && filter.field === query['sort'],
    conditions: conditionsOf(filter, storedField(list, table, filter.field), query),
  }));
  const chosen = (isEnd: boolean) =>
    conditions.filter((one) => one.isEnd === isEnd).flatMap((one) => one.conditions);
  return { ends: chosen(true), others: chosen(false) };
}

function conditionsOf(
  { shape, params }: ListFilter,
  stored: StoredField,
  query: Record<string, unknown>,
): RawBuilder<boolean>[] {
  const { key, isOptional } = stored;
  const [first, last] = params.map((name) => query[name]);
  if (shape === 'text') return [];
  if (shape === 'choice') {
    return first === undefined ? [] : [sql<boolean>`${key} = any (${first})`];
  }
  // The planner takes a range of one value for one of many rows.
  if (first !== undefined && first === last) {
    return [sql<boolean>`${key} = ${toStored(stored, first)}`];
  }
  const isBounded = first !== undefined || last !== undefined;
  return [
    ...(first === undefined ? [] : [sql<boolean>`${key} >= ${toStored(stored, first)}`]),
    ...(last === undefined ? [] : [sql<boolean>`${key} <= ${toStored(stored, last)}`]),
    ...(isOptional && isBounded ? [sql<boolean>`${stored.ref} is not null`] : []),
  ];
}

export const whereAll = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;

/** Size of a page, and the last row before it. */
export type Place = { limit: number; key?: Position; id?: string };

/** Returns the order of a list, and the condition of the rows beyond a place. */
export function orderOf(
  { list, table }: Pick<ListSource, 'list' | 'table'>,
  { sort, descending }: Pick<ListQuery, 'sort' | 'descending'>,
  { key, id: last }: Place,
) {
  const by = storedField(list, table, sort).key;
  const tie = sql.ref<string>(`${table}.id`);
  const [direction, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const isById = sort === creationOrder;
  const isBeyond = isById
    ? sql<boolean>`${tie} ${beyond} ${last}::uuid`
    : sql<boolean>`(${by}, ${tie}) ${beyond} (${key}, ${last}::uuid)`;
  return {
    after: last === undefined ? [] : [isBeyond],
    order: isById ? sql`${tie} ${direction}` : sql`${by} ${direction}, ${tie} ${direction}`,
  };
}

/** Returns the queries of pages in each order; those without filters are compiled once. */
export function pageSelector<R extends ListRow>(source: ListSource) {
  const { columns, from, scope } = source;
  const compose = (
    query: Pick<ListQuery, 'sort' | 'descending'>,
    place: Place,
    conditions: RawBuilder<boolean>[] = [],
  ) => {
    const { order, after } = orderOf(source, query, place);
    const where = whereAll([...(scope ? [scope] : []), ...conditions, ...after]);
    return sql<R>`select ${columns} from ${from} ${where} order by ${order} limit ${place.limit}`;
  };
  const compiled = new Map<string, (place: Place) => Compilable<R>>();
  const plain = (query: ListQuery, place: Place) => {
    const { sort, descending } = query;
    const name = `${sort} ${descending} ${place.id !== undefined}`;
    const known = compiled.get(name);
    if (known) return known(place);
    const isNext = place.id !== undefined;
    const fresh = compileOnce(({ limit, key, id: last }: Place) => {
      const page = compose({ sort, descending }, isNext ? { limit, key, id: last } : { limit });
      // The planner takes each unknown limit for a tenth of the rows. Limited once, a plan for all tenants seems dearer
      // than one for this tenant, and planning at each execution takes longer than reading the page.
      return sql<R>`select * from (${page}) page limit ${limit}`;
    });
    compiled.set(name, fresh);
    return fresh(place);
  };
  return (query: ListQuery, place: Place, conditions: RawBuilder<boolean>[]) =>
    conditions.length === 0 ? plain(query, place) : plannedAnew(compose(query, place, conditions));
}

/** Returns what a cursor is only valid for: the order and the filters of its list. */
const bindingOf = ({ cursor: _cursor, limit: _limit, ...chosen }: ListQuery) =>
  hash('sha256', JSON.stringify(Object.entries(chosen).toSorted()), 'base64url').slice(0, 12);

/** Reads one page of a list in its order, at constant cost for any page (R-TRX-05, R-LST-02). */
export async function readListPage<R extends ListRow>(
  { list, table }: Pick<ListSource, 'list' | 'table'>,
  query: ListQuery,
  read: (place: Place) => Promise<readonly R[]>,
) {
  const { cursor, limit, sort } = query;
  const { position, positionOf } = storedField(list, table, sort);
  const binding = () => bindingOf(query);
  const schema = () => z.tuple([position, id, z.literal(binding())]);
  const [key, last] = cursor === undefined ? [] : decodeCursor(cursor, schema());
  const place = last === undefined ? {} : { key, id: last };
  const rows = await read({ limit: limit + 1, ...place } as Place);
  return toPage(rows, limit, (row) => [positionOf(row), row.id, binding()]);
}
