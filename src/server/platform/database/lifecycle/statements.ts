/** File of `migrations/`. */
export type Migration = {
  name: string;
  sql: string;
  /** Changes with the statements, and not with comments and blank lines. */
  checksum: string;
};

// Semicolons, and what may contain some that end no statement: function bodies, literals, names, comments.
const semicolons =
  /\bbegin atomic\b[^]*?^\s*end;|\$(\w*)\$[^]*?\$\1\$|\be'(?:\\.|[^'\\])*'|'[^']*'|"[^"]*"|--.*|\/\*[^]*?\*\/|;/gim;

/** Returns the statements of a migration with the comments and blanks before each; together they are its text. */
export function statementsIn(sql: string): string[] {
  const ends = [...sql.matchAll(semicolons)]
    .filter(([part]) => part.endsWith(';'))
    .map(({ 0: part, index }) => index + part.length);
  return [...ends, sql.length].map((end, index, all) => sql.slice(all[index - 1] ?? 0, end));
}
