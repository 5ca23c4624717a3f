import { sql, type RawBuilder } from 'kysely';
import type { DbTransaction } from './driver/db-transaction.ts';
import { firstUuidAfter, firstUuidAt } from './isolation/ids.ts';

/** Searchable tables, with the indexed words of these columns. */
const searchTexts = {
  users: sql<string>`users.email || ' ' || users.first_name || ' ' || users.last_name`,
  tenants: sql<string>`tenants.name || ' ' || tenants.subdomain || ' ' || tenants.domain`,
};
type SearchTable = keyof typeof searchTexts;

/** Maximum number of matches to look up by id; with more, every page of the list has some. */
const maxIdMatches = 500;

type Matches = {
  /** Ids of the matching rows; `null` when there are too many. */
  ids: string[] | null;
  condition: RawBuilder<boolean>;
};

/** Returns the words of a search. */
export const wordsOf = (search: string): string[] =>
  search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Returns the search as a tsquery of word prefixes; undefined without a word. */
const toPrefixQuery = (search: string) =>
  wordsOf(search)
    .map((word) => `${word}:*`)
    .join(' & ') || undefined;

/** Returns the matching rows; undefined when the search holds no word. */
async function matchesOf(
  tx: DbTransaction,
  table: SearchTable,
  search: string,
): Promise<Matches | undefined> {
  const query = toPrefixQuery(search);
  if (query === undefined) return undefined;
  const condition = sql<boolean>`app.search_words(${searchTexts[table]}) @@ to_tsquery('simple', ${query})`;
  const first = sql<{ id: string }>`
    select id from ${sql.table(table)} where ${condition} limit ${maxIdMatches + 1}`;
  const ids = (await tx.all(first)).map(({ id }) => id);
  return { condition, ids: ids.length > maxIdMatches ? null : ids };
}

/**
 * Returns the search as a condition on `column`, which holds ids of the table. Few matches are looked up
 * in the index of words; many are filtered while the list is read, which must join the table.
 */
export async function searchCondition(
  tx: DbTransaction,
  search: string,
  { table, column }: { table: SearchTable; column: RawBuilder<string> },
): Promise<RawBuilder<boolean>> {
  const matches = await matchesOf(tx, table, search);
  if (!matches) return sql<boolean>`true`;
  const { ids, condition } = matches;
  return ids ? sql<boolean>`${column} = any (${ids}::uuid[])` : condition;
}

/** First and last day of creation, in UTC. */
export type CreationPeriod = {
  createdAtFrom?: string | undefined;
  createdAtTo?: string | undefined;
};

/** Returns the condition that rows were created in a period, by their ids, which increase with time. */
export const createdIn = (
  column: RawBuilder<string>,
  { createdAtFrom, createdAtTo }: CreationPeriod,
) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(createdAtFrom ? [sql`${column} >= ${firstUuidAt(createdAtFrom)}::uuid`] : []),
      ...(createdAtTo ? [sql`${column} < ${firstUuidAfter(createdAtTo)}::uuid`] : []),
    ],
    sql` and `,
  )}`;

export const hasCreationPeriod = ({ createdAtFrom, createdAtTo }: CreationPeriod) =>
  createdAtFrom !== undefined || createdAtTo !== undefined;

/** Returns the condition that a value is one of those chosen; every value without a choice. */
export function isOneOf(
  column: RawBuilder<unknown>,
  chosen: readonly (string | number)[] | undefined,
) {
  if (chosen === undefined) return sql<boolean>`true`;
  // An index that continues with the order of the list serves a single value without sorting.
  return chosen.length === 1
    ? sql<boolean>`${column} = ${chosen[0]}`
    : sql<boolean>`${column} = any (${chosen})`;
}

/**
 * Returns the condition that one of the chosen states applies, each of which has a condition; without a choice any does.
 * An unknown state has no rows: `id` is never null, and Citus refuses a constant beside an outer join.
 */
export const isInState = (
  conditions: ReadonlyMap<string, RawBuilder<boolean>>,
  { id, chosen }: { id: RawBuilder<unknown>; chosen: readonly string[] | undefined },
) =>
  chosen
    ? sql<boolean>`(${sql.join(
        chosen.map((state) => conditions.get(state) ?? sql`${id} is null`),
        sql` or `,
      )})`
    : sql<boolean>`true`;

/** Returns the condition that an instant is within these days, in UTC; an end may be missing. */
export const isWithinDays = (
  column: RawBuilder<unknown>,
  [first, last]: readonly [string | undefined, string | undefined],
) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(first ? [sql`${column} >= ${`${first}T00:00:00Z`}::timestamptz`] : []),
      ...(last ? [sql`${column} < ${`${last}T00:00:00Z`}::timestamptz + interval '24 hours'`] : []),
    ],
    sql` and `,
  )}`;
