/**
 * Checks migrations of tables in use: a statement must not hold a lock while it scans or rewrites all
 * rows, and must not remove anything that the release before uses (R-REL-06). A comment right before a
 * statement gives the reason for an exception: `-- safe: …`.
 */

/** Number of the last migration of the first release, whose tables hold no rows yet. */
const lastExempt = 17;

/** Patterns of statements by their problem, then what to write instead. */
type Rules = Record<string, RegExp>;

const rules: Rules = {
  'a volatile default rewrites the table: add the column, then fill it':
    /\badd (?:column )?(?!constraint\b)[^,]*\bdefault (?!(?:now\(\)|current_\w+))[^,]*?[\w.]+ ?\(/,
  'a generated column rewrites the table: add a plain column and fill it':
    /\badd (?:column )?[^,]*\b(?:(?:small|big)?serial\b|generated\b)/,
  'the release before does not fill the column: add a default':
    /\badd column (?![^,]*\bdefault\b)[^,]*\bnot null\b/,
  'a change of type rewrites the table: add a column of the new type':
    /\balter (?:column )?\S+ (?:set data )?type\b/,
  'scans the table: `add check (… is not null) not valid`, then validate it': /\bset not null\b/,
  'scans the table: `not valid`, then `validate constraint` in the next migration':
    /\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
  'scans the table: add the column, then the constraint `not valid`':
    /\badd column [^,]*\b(?:references|check)\b/,
  'builds an index under a lock: `create unique index concurrently`, then `using index`':
    /\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b(?!.*\busing index\b)|\badd column [^,]*\b(?:unique|primary key)\b/,
  'Citus refuses a constraint together with other changes: give it a statement of its own':
    /, ?add constraint\b|\badd constraint\b.*, ?(?:add|alter|drop|validate)\b/,
  'the release before may still use it: remove it one release later':
    /^(?:drop (?!index\b|trigger\b|policy\b)|alter .*\bdrop column\b|alter table .*\brename\b)/,
  'locks all rows at the same time: change them in batches, in a job':
    /^(?:update|delete from|truncate|lock|cluster|vacuum)\b/,
  'blocks writes during the build: `concurrently`, in a migration `-- outside a transaction`':
    /^create (?:unique )?index (?!concurrently\b)/,
};
const repeatableIndex: Rules = {
  'a failed build leaves an invalid index: `drop index concurrently if exists` before it':
    /^create (?:unique )?index concurrently\b/,
};

/** Statement in lower case and on one line. */
type Statement = {
  text: string;
  line: number;
  /** True when the comment before it gives a reason. */
  isSafe: boolean;
};

/** Returns the problems of a migration, as `file:line: …`. */
export function unsafeMigration(path: string, sql: string): string[] {
  if (Number.parseInt(path.replace(/^.*\//, ''), 10) <= lastExempt) return [];
  const statements = statementsOf(sql);
  const created = new Set(
    statements.flatMap(
      ({ text }) => text.match(/^create table (?:if not exists )?(\S+)/)?.[1] ?? [],
    ),
  );
  const dropped = new Set(
    statements.flatMap(
      ({ text }) => text.match(/^drop index concurrently if exists (\S+)/)?.[1] ?? [],
    ),
  );
  return statements
    .filter(({ text, isSafe }) => !isSafe && !created.has(tableOf(text)))
    .flatMap(({ text, line }) => {
      const name = text.match(/\bconcurrently (\S+)/)?.[1] ?? '';
      const more = dropped.has(name) ? {} : repeatableIndex;
      return Object.entries({ ...rules, ...more })
        .filter(([, pattern]) => pattern.test(text))
        .map(([message]) => `${path}:${line}: ${message}`);
    });
}

const tableOf = (text: string) =>
  text.match(
    /^(?:alter table|update|delete from|truncate)(?: if exists)?(?: only)? ([^\s(;]+)/,
  )?.[1] ??
  text.match(/^create (?:unique )?index .*?\bon (?:only )?([^\s(]+)/)?.[1] ??
  '';

/** Returns the statements of a file without comments, strings and function bodies. */
function statementsOf(sql: string): Statement[] {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const bare = sql
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, blank)
    .replaceAll(/'(?:[^']|'')*'/g, (text) => `'${blank(text).slice(2)}'`)
    .replaceAll(/--.*$/gm, blank);
  let at = 0;
  return bare.split(';').flatMap((part) => {
    const start = at + (part.length - part.trimStart().length);
    const comment = sql.slice(at, start);
    at += part.length + 1;
    const text = part.trim().toLowerCase().replaceAll(/\s+/g, ' ');
    const line = sql.slice(0, start).split('\n').length;
    return text === '' ? [] : [{ text, line, isSafe: /^\s*-- safe: \S/m.test(comment) }];
  });
}
