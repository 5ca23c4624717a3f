import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Insertable,
  type Selectable,
  type UpdateObject,
} from 'kysely';
import { Failure } from '#contract/errors.ts';
import type { DB } from './tables.ts';

export { sql, type RawBuilder, type SelectQueryBuilder, type InferResult } from 'kysely';

/** Row of a table as selected. */
export type TableRow<T extends keyof DB> = Selectable<DB[T]>;

/** Values of a new row of a table. */
export type TableInsert<T extends keyof DB> = Insertable<DB[T]>;

/** Values to set in rows of a table. */
export type TableUpdate<T extends keyof DB> = UpdateObject<DB, T>;

/** Returns the row; throws `notFound` when there is none. */
export function orNotFound<T>(row: T | undefined): T {
  if (row === undefined) throw new Failure('notFound');
  return row;
}

/** Fails loudly: Kysely's own dummy driver would return no rows from `.execute()`. */
class UnconnectedDriver extends DummyDriver {
  override acquireConnection(): Promise<never> {
    return Promise.reject(new Error('Run queries in a scope of the database: tenant(), system()…'));
  }
}

/** Builds typed queries. It has no connection: only a scope of `Database` can run them. */
export const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new UnconnectedDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Query that a scope can run: of the builder, or a hand-written `sql` template, which takes its dialect from the builder. */
export type Compilable<R = unknown> = { compile: (builder: typeof db) => CompiledQuery<R> };

/** Marks a query that is planned at each call: a plan for any value of its filters reads too much for most. */
export const plannedAnew = <R>(query: Compilable<R>): Compilable<R> & { isPlannedAnew: true } => ({
  compile: (builder) => query.compile(builder),
  isPlannedAnew: true,
});
