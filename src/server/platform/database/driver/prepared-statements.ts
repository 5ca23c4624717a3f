import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { Failure } from '#contract/errors.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, type Compilable } from '#server/platform/database/query.ts';
import { isStorable } from './storable.ts';

// Each query text is prepared once per connection, under a name that is the same in every process.
// Bounded: texts that vary without end (long lists of values) stay unnamed and don't accumulate.
const statementNames = new Map<string, NamedStatement>();
const maxNames = 1000;

type NamedStatement = {
  name: string;
  text: string;
};

/** Returns a query with its statement name, as the driver sends it in the scope of this tenant. */
export function preparedQuery(query: Compilable<unknown>, tenant: string | undefined): QueryConfig {
  const { sql, parameters } = query.compile(db);
  const mayKeep = !('isPlannedAnew' in query);
  let named = mayKeep ? statementNames.get(sql) : undefined;
  if (mayKeep && named === undefined && statementNames.size < maxNames) {
    named = nameStatement(sql);
    statementNames.set(sql, named);
  }
  return { text: sql, ...named, values: parameters.map(valueIn(tenant)) };
}

/** Returns a value as it is sent; refuses what PostgreSQL can't store (R-SEC-22), wherever it came from. */
const valueIn = (tenant: string | undefined) => (parameter: unknown) => {
  if (!isStorable(parameter)) throw new Failure('validation');
  if (parameter !== scopeTenant) return parameter;
  if (tenant === undefined) throw new Error('scopeTenant is used outside of a tenant scope');
  return tenant;
};

const nameStatement = (text: string): NamedStatement => ({
  text,
  name: createHash('sha256').update(text).digest('base64url').slice(0, 22),
});

/**
 * Renames a statement whose plan is stale. This connection is dropped, but a pooler could hand out others
 * that still hold the old plan for the same text.
 */
export function reprepare({ text: stale }: QueryConfig): void {
  for (const [sql, { text }] of statementNames) {
    if (text === stale) statementNames.set(sql, nameStatement(`${text} --`));
  }
}
