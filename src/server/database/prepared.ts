import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { Compilable } from './query.ts';

// Each query text is prepared once per connection, under a name that is the same in every process.
// Bounded: texts that vary without end (long lists of values) stay unnamed and don't accumulate.
const names = new Map<string, Named>();
const maxNames = 1000;

interface Named {
  name: string;
  text: string;
}

/** Returns a query with its statement name, as the driver sends it. */
export function prepared(query: Compilable<unknown>): QueryConfig {
  const { sql, parameters } = query.compile();
  let named = names.get(sql);
  if (named === undefined && names.size < maxNames) {
    named = nameOf(sql);
    names.set(sql, named);
  }
  return { text: sql, ...named, values: parameters as unknown[] };
}

const nameOf = (text: string): Named => ({
  text,
  name: createHash('sha256').update(text).digest('base64url').slice(0, 22),
});

/**
 * Renames a statement whose plan is stale. This connection is dropped, but a pooler could hand out others
 * that still hold the old plan for the same text.
 */
export function renew({ text: stale }: QueryConfig): void {
  for (const [sql, { text }] of names) {
    if (text === stale) names.set(sql, nameOf(`${text} --`));
  }
}
