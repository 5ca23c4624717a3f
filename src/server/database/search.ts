import { sql, type RawBuilder } from 'kysely';
import { statement } from './query.ts';
import type { Transaction } from './transaction.ts';

/** What is searched: tables with an index over the words of these columns (migration 15). */
const texts = {
  users: sql<string>`users.email || ' ' || users.first_name || ' ' || users.last_name`,
  tenants: sql<string>`tenants.name || ' ' || tenants.subdomain || ' ' || tenants.domain`,
};
type Searched = keyof typeof texts;

/** So many are looked up one by one; of more, any stretch of the list has some. */
const few = 500;

interface Matches {
  /** Whose words begin like these; `null` when they are too many to name. */
  ids: string[] | null;
  /** The same as a condition on the table. */
  condition: RawBuilder<boolean>;
}

/** A search as PostgreSQL's text search knows it: each word by its beginning; undefined without a word. */
export const wordsOf = (search: string) =>
  search
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.map((word) => `${word}:*`)
    .join(' & ');

/** Who has words that begin like these; undefined when the search names no word. */
async function matchesOf(
  tx: Transaction,
  table: Searched,
  search: string,
): Promise<Matches | undefined> {
  const query = wordsOf(search);
  if (query === undefined) return undefined;
  const condition = sql<boolean>`app.words(${texts[table]}) @@ to_tsquery('simple', ${query})`;
  const first = sql<{ id: string }>`
    select id from ${sql.table(table)} where ${condition} limit ${few + 1}`;
  const ids = (await tx.all(statement(first))).map(({ id }) => id);
  return { condition, ids: ids.length > few ? null : ids };
}

/**
 * The search as a condition on `column`, which holds ids of the table. Few are found by the index of
 * words; many are met on the way through the list, which must know the table.
 */
export async function searched(
  tx: Transaction,
  search: string,
  { table, column }: { table: Searched; column: RawBuilder<string> },
): Promise<RawBuilder<boolean>> {
  const matches = await matchesOf(tx, table, search);
  if (!matches) return sql<boolean>`true`;
  const { ids, condition } = matches;
  return ids ? sql<boolean>`${column} = any (${ids}::uuid[])` : condition;
}
