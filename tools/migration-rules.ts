/**
 * Checks migrations of tables in use: they must not block others while they scan or rewrite all rows,
 * and must not remove what the previous release needs. A comment right before a statement gives the
 * reason of an exception: `-- safe: …`.
 */

/** Number of the last migration that is older than the rules. */
const before = 22;

interface Rule {
  sign: RegExp;
  instead: string;
}

const rules: Rule[] = [
  {
    sign: /\badd (?:column )?(?!constraint\b)[^,]*\bdefault (?!(?:now\(\)|current_\w+))[^,]*?[\w.]+ ?\(/,
    instead:
      'a default that is computed for each row writes all rows: add the column, then fill it',
  },
  {
    sign: /\badd (?:column )?[^,]*\b(?:(?:small|big)?serial\b|generated\b)/,
    instead: 'a generated column writes all rows: add a plain one and fill it',
  },
  {
    sign: /\badd column (?![^,]*\bdefault\b)[^,]*\bnot null\b/,
    instead: 'the release before does not fill the column: give it a default',
  },
  {
    sign: /\balter (?:column )?\S+ (?:set data )?type\b/,
    instead: 'another type writes all rows: add a column of that type',
  },
  {
    sign: /\bset not null\b/,
    instead: 'looks at all rows: `add check (… is not null) not valid`, then validate it',
  },
  {
    sign: /\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    instead: 'looks at all rows: `not valid`, then `validate constraint` in the next migration',
  },
  {
    sign: /\badd column [^,]*\b(?:references|check)\b/,
    instead: 'looks at all rows: add the column, then the constraint `not valid`',
  },
  {
    sign: /\badd (?:constraint \S+ )?(?:primary key|unique|exclude)\b(?!.*\busing index\b)|\badd column [^,]*\b(?:unique|primary key)\b/,
    instead: 'builds an index: `create unique index concurrently`, then `using index`',
  },
  {
    sign: /^(?:drop (?!index\b|trigger\b|policy\b)|alter .*\bdrop column\b|alter table .*\brename\b)/,
    instead: 'the release before may still need it: take it away one release later',
  },
  {
    sign: /^(?:update|delete from|truncate|lock|cluster|vacuum)\b/,
    instead: 'holds all rows at once: do it in parts, by a job',
  },
];

const index: Rule = {
  sign: /^create (?:unique )?index (?!concurrently\b)/,
  instead:
    'blocks writes while it is built: `concurrently`, in a migration `-- outside a transaction`',
};
const again: Rule = {
  sign: /^create (?:unique )?index concurrently\b/,
  instead: 'one that failed stays, and is of no use: `drop index concurrently if exists` before it',
};

/** Statement in lower case and on one line. */
interface Statement {
  text: string;
  line: number;
  /** True when the comment before it gives a reason. */
  isSafe: boolean;
}

/** Returns the problems of a migration, as `file:line: …`. */
export function unsafeMigration(path: string, sql: string): string[] {
  if (Number.parseInt(path.replace(/^.*\//, ''), 10) <= before) return [];
  const statements = statementsOf(sql);
  const made = new Set(
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
    .filter(({ text, isSafe }) => !isSafe && !made.has(tableOf(text)))
    .flatMap(({ text, line }) => {
      const name = text.match(/\bconcurrently (\S+)/)?.[1] ?? '';
      const here = dropped.has(name) ? [...rules, index] : [...rules, index, again];
      return here
        .filter(({ sign }) => sign.test(text))
        .map(({ instead }) => `${path}:${line}: ${instead}`);
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
