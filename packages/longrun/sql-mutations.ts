/** Mutation of a statement: replaced text, replacement, and the complete statement. */
export type Mutation = {
  was: string;
  is: string;
  sql: string;
};

/** Replacement of a number: the number plus one. */
const nextNumber = '+1';

/** Mutations: inverted conditions, shifted bounds, numbers off by one, omitted lines. */
const rules: [sign: RegExp, instead: string][] = [
  [/\band\b/gi, 'or'],
  [/\bor\b/gi, 'and'],
  [/(?<![<>:!=])=(?![=>])/g, '<>'],
  [/<>/g, '='],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/<(?![=>])/g, '<='],
  [/(?<![<=-])>(?!=)/g, '>='],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bnot exists\b/gi, 'exists'],
  [/(?<!not )\bexists\b/gi, 'not exists'],
  [/(?<!\bnot )\bin\b(?= ?\()/gi, 'not in'],
  [/\btrue\b/gi, 'false'],
  [/\bfalse\b/gi, 'true'],
  [/\bdesc\b/gi, 'asc'],
  [/\bmin\b(?=\()/gi, 'max'],
  [/\bfor (no key )?update\b/gi, ''],
  [/\bperform app\.refuse\([^;]*;/gi, 'null;'],
  [/(?<![\w'.])\d+(?![\w'.])/g, nextNumber],
];

/** Start of the logic: after a function's head, at the condition of a trigger or a policy, in a view. */
const logic = /\bAS \$\w*\$|\bBEGIN ATOMIC\b|\bWHEN \(|^alter policy\b|^create or replace view\b/;

/** Returns every single mutation of the definition of a function, a trigger or a policy. */
export function mutationsOf(statement: string): Mutation[] {
  const start = statement.search(logic);
  if (start < 0) return [];
  return rules.flatMap(([sign, instead]) =>
    [...statement.matchAll(sign)]
      .filter(({ index }) => index > start)
      .map((match) => {
        const [was] = match;
        const end = match.index + was.length;
        const is = instead === nextNumber ? String(Number(was) + 1) : instead;
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
