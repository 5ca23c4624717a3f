import { columnOf } from '#contract/entities/fields.ts';
import { filtersOf, type ListDeclaration } from '#contract/lists/declaration.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql, type RawBuilder } from '#server/platform/database/query.ts';

/** Text that the rows of a list must contain, and the columns of which one contains it. */
export type Term = { part: string; columns: string[] };

const accented = 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ';
const letters = 'aaaaaaceeeeiiiinooooouuuuyy';

/**
 * Returns a text as `app.normalized_text` does, which the index holds: lower case, without accents, with one space for
 * punctuation.
 */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[à-åçè-ïñò-öù-ýÿ]/g, (letter) => letters[accented.indexOf(letter)] ?? letter)
    .replaceAll(/[!-/:-@[-`{-~\s]+/g, ' ')
    .trim();

/** Texts shorter than the parts in the index are found at the beginnings of words. */
const containedPart = (text: string) => (text.length < 3 ? ` ${text}` : text);

/** Returns the texts that a query searches and filters for; punctuation alone is none. */
export function termsOf(list: ListDeclaration, query: Record<string, unknown>): Term[] {
  const searched = (list.search ?? []).map(columnOf);
  const search = query['search'] ? plain(String(query['search'])).split(' ') : [];
  const words = search.map((word) => ({ part: ` ${word}`, columns: searched }));
  const texts = filtersOf(list)
    .filter(({ shape, field }) => shape === 'text' && query[field] !== undefined)
    .map(({ field }) => ({
      part: containedPart(plain(String(query[field]))),
      columns: [columnOf(field)],
    }));
  return [...words, ...texts].filter(({ part }) => part.trim() !== '');
}

/** Returns the condition that a column contains the text of each term. */
export const termConditions = (table: string, terms: Term[]): RawBuilder<boolean>[] =>
  terms.map(({ part, columns }) => {
    const tests = columns.map(
      (column) =>
        sql`strpos(' ' || app.normalized_text(${sql.ref(`${table}.${column}`)}), ${part}) > 0`,
    );
    return sql<boolean>`(${sql.join(tests, sql` or `)})`;
  });

/** Maximum number of matches to look up by id; more are met while the list is read. */
const maxMatches = 2_000;

/**
 * Returns the rows that contain these terms as a subquery of ids, `found`, which is empty unless `isWanted`, with a
 * condition for "all were found", and one for "this row was". The database looks them up for us by the index
 * of the table's texts: row-level security keeps conditions on text out of indexes.
 */
export const lookUp = (table: string, terms: Term[], isWanted: RawBuilder<boolean>) => ({
  found: sql`found as materialized (
    select id from app.find_rows(${table}::regclass, ${scopeTenant}::uuid,
      ${terms.map(({ part }) => part)}::text[], ${maxMatches + 1}) as id where ${isWanted})`,
  areAll: sql<boolean>`(select count(*) from found) <= ${maxMatches}`,
  isFound: sql<boolean>`${sql.ref(`${table}.id`)} = any (array(select id from found))`,
});
