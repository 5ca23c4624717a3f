import type { ClientBase, Pool } from 'pg';
import { referenceTables, tenantTables } from './distribute.ts';

type NamedDefinition = {
  name: string;
  definition: string;
};

/** Extensions are installed on every node, and have what they need there. */
const isOfExtension = (catalog: string) =>
  `exists (select from pg_depend
    where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;

/** Other schemas with all that is in them, and every table and view but the tables that the nodes have. */
const relations = `
  select nspname::text as name from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('public', 'app', 'information_schema') and not ${isOfExtension('pg_namespace')}
  union
  select relname from pg_class
  where relnamespace in ('public'::regnamespace, 'app'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')
    and oid::regclass::text not in (select name from (${tenantTables}) as tenant_tables)
    and oid <> all ($1::regclass[]) and not ${isOfExtension('pg_class')}`;

const functions = `
  select proname as name, pg_get_functiondef(oid) as definition
  from pg_proc where pronamespace = 'app'::regnamespace and prokind in ('f', 'p')`;

const wordsOf = (sql: string): string[] => sql.toLowerCase().match(/[a-z_][\w$]*/g) ?? [];

const isNamed = (names: Set<string>, words: string[]) => words.some((word) => names.has(word));

/**
 * Returns the names of what only the coordinator of a cluster has: its tables, views and schemas, and the functions
 * that name one of these in their definition, directly or through another function.
 */
export async function readCoordinatorNames(owner: ClientBase | Pool): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(relations, [referenceTables]);
  const names = new Set(rows.map(({ name }) => name));
  const defined = (await owner.query<NamedDefinition>(functions)).rows.map(
    ({ name, definition }) => ({ name, words: wordsOf(definition) }),
  );
  for (let known = 0; known < names.size;) {
    known = names.size;
    for (const { name, words } of defined) if (isNamed(names, words)) names.add(name);
  }
  return names;
}

/**
 * Returns a function that checks that every node can run a statement: none of its words is the name of something that
 * only the coordinator has. A text or column with such a name makes the answer no, never a yes. Tables that a statement
 * receives as a value (`app.find_rows`) are tables of tenants.
 */
export function nodeStatements(coordinatorNames: Set<string>): (sql: string) => boolean {
  const answers = new Map<string, boolean>();
  return (sql) => {
    const known = answers.get(sql);
    if (known !== undefined) return known;
    const answer = !isNamed(coordinatorNames, wordsOf(sql));
    // Bounded: texts that vary without end don't accumulate.
    if (answers.size < 1000) answers.set(sql, answer);
    return answer;
  };
}
