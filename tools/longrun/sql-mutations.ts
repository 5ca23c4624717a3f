/** Mutation of a statement: replaced text, replacement, and the complete statement. */
export interface Mutation {
  was: string;
  is: string;
  sql: string;
}

type Rule = [sign: RegExp, instead: (found: string) => string];

const swap =
  (to: string): Rule[1] =>
  () =>
    to;

/** Mutations: inverted conditions, shifted bounds, numbers off by one, omitted lines. */
const rules: Rule[] = [
  [/\band\b/gi, swap('or')],
  [/\bor\b/gi, swap('and')],
  [/(?<![<>:!=])=(?![=>])/g, swap('<>')],
  [/<>/g, swap('=')],
  [/<=/g, swap('<')],
  [/>=/g, swap('>')],
  [/<(?![=>])/g, swap('<=')],
  [/(?<![<=-])>(?!=)/g, swap('>=')],
  [/\bis not null\b/gi, swap('is null')],
  [/\bis null\b/gi, swap('is not null')],
  [/\bnot exists\b/gi, swap('exists')],
  [/(?<!not )\bexists\b/gi, swap('not exists')],
  [/(?<!\bnot )\bin\b(?= ?\()/gi, swap('not in')],
  [/\btrue\b/gi, swap('false')],
  [/\bfalse\b/gi, swap('true')],
  [/\bdesc\b/gi, swap('asc')],
  [/\bmin\b(?=\()/gi, swap('max')],
  [/\bfor (no key )?update\b/gi, swap('')],
  [/\bperform app\.refuse\([^;]*;/gi, swap('null;')],
  [/(?<![\w'.])\d+(?![\w'.])/g, (number) => String(Number(number) + 1)],
];

/**
 * Returns the start of the logic: after a function's head, at the condition of a trigger or a policy.
 */
const bodyOf = (statement: string) => {
  const signs = [/\bAS \$\w*\$/, /\bBEGIN ATOMIC\b/, /\bWHEN \(/, /^alter policy\b/];
  const starts = signs.map((sign) => statement.search(sign));
  const found = starts.filter((start) => start >= 0);
  return found.length > 0 ? Math.min(...found) : statement.length;
};

/** Returns every single mutation of the definition of a function, a trigger or a policy. */
export function mutationsOf(statement: string): Mutation[] {
  const start = bodyOf(statement);
  return rules.flatMap(([sign, instead]) =>
    [...statement.matchAll(sign)]
      .filter(({ index }) => index > start)
      .map((match) => {
        const [was] = match;
        const end = match.index + was.length;
        const is = instead(was);
        return { was, is, sql: statement.slice(0, match.index) + is + statement.slice(end) };
      }),
  );
}

/** Returns the line of a mutation for a report. */
export function lineOf({ was, is, sql }: Mutation, original: string): string {
  const at = [...sql].findIndex((sign, index) => sign !== original[index]);
  const begin = original.lastIndexOf('\n', at) + 1;
  const end = original.indexOf('\n', at);
  const line = original.slice(begin, end < 0 ? undefined : end).trim();
  return `${line}   [${was} → ${is || 'nothing'}]`;
}
