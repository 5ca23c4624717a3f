import type { Pool, QueryConfig } from 'pg';
import { currentActor } from './actor-context.ts';
import { begin, beginRead } from './driver/begin.ts';
import type { DbTransaction } from './driver/db-transaction.ts';
import { traceOperation } from './driver/tracing.ts';
import { runPipeline, autocommit, runTransaction } from './driver/transaction.ts';
import type { TenantId, UserId } from './isolation/ids.ts';
import type { AccountKey, ScopeStatements } from './isolation/scopes.ts';
import type { Logins } from './lifecycle/logins.ts';
import type { Compilable } from './query.ts';

export type { TenantId, UserId } from './isolation/ids.ts';
export type { AccountKey } from './isolation/scopes.ts';
export type { DbTransaction } from './driver/db-transaction.ts';

/** Rows of each query, in the order of the queries. */
export type RowsOfQueries<Q> = { [I in keyof Q]: Q[I] extends Compilable<infer R> ? R[] : never };
export type TransactionWork<T> = (tx: DbTransaction) => Promise<T>;

/** Entry point for all queries. Row-level security decides which rows exist for a scope. */
export type Database = {
  /** Runs a transaction that sees and writes only the rows of this tenant. */
  tenant<T>(tenant: TenantId, work: TransactionWork<T>): Promise<T>;
  /** The same, in which accounts can be opened as well (`tx.openAccount`) and credentials written. */
  tenantAccounts<T>(tenant: TenantId, work: TransactionWork<T>): Promise<T>;
  /** Reads in the scope of this tenant in one round trip; returns one list of rows per query. */
  tenantRead<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<RowsOfQueries<Q>>;
  /** Writes in the scope of this tenant in one round trip; returns one list of rows per query. */
  tenantWrite<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<RowsOfQueries<Q>>;
  /**
   * Reads for a caller who is not authorized yet, in one round trip: `enter` returns a row about the
   * caller and opens the scope of the tenant for its members only; for others, the query finds no rows.
   */
  tenantReadAs<C, R>(
    tenant: string,
    enter: Compilable<C>,
    query: Compilable<R>,
  ): Promise<{ caller: C | undefined; rows: R[] }>;
  /** Runs a transaction that sees what this user may see of the tenants they belong to. */
  person<T>(user: UserId, work: TransactionWork<T>): Promise<T>;
  /** Runs a transaction on one account, its sessions and tokens, and no rows of tenants. */
  account<T>(account: AccountKey, work: TransactionWork<T>): Promise<T>;
  /** Runs a transaction on tables that belong to no tenant and no user. It sees no rows of tenants. */
  system<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs a transaction that sees the rows of every tenant. Only for pages of the operator. */
  operator<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs one statement that commits by itself, in no scope. */
  queryUnscoped<R>(query: Compilable<R>): Promise<R[]>;
};

/** Reads in one transaction and one round trip, in the scope that the first query opens. */
export const readIn = (pool: Pool, tenant: string, queries: Compilable<unknown>[]) =>
  traceOperation({ scope: 'tenant' }, () =>
    runPipeline(pool, { opening: [beginRead], tenant }, queries),
  );

/** Creates the scopes over three pools: of tenants' requests, of accounts, and of operators (decision 90). */
export function createDatabase(
  { runtime, accounts, operator }: Record<keyof Logins, Pool>,
  scopes: ScopeStatements,
): Database {
  /** Returns the statement that sets the actor, if any; it is pipelined with those that follow. */
  const setActor = (): QueryConfig[] => {
    const actor = currentActor();
    return actor ? scopes.actor(actor) : [];
  };
  /** Returns the function that runs transactions of a role, in the scope that these statements open. */
  const inScope =
    (pool: Pool, scope: string) =>
    <T>(opening: QueryConfig[], work: TransactionWork<T>, tenant?: TenantId): Promise<T> =>
      traceOperation({ scope }, () =>
        runTransaction(
          pool,
          { opening: [begin, ...opening, ...setActor()], scopes, ...(tenant && { tenant }) },
          work,
        ),
      );
  /** Runs queries and their transaction in the scope of a tenant in one round trip. */
  const inOneTrip = <Q extends readonly Compilable<unknown>[]>(
    { tenant, opening }: { tenant: TenantId; opening: QueryConfig[] },
    queries: Q,
  ) =>
    traceOperation({ scope: 'tenant' }, async () => {
      const start = { opening: [...opening, ...scopes.tenant(tenant)], tenant };
      return (await runPipeline(runtime, start, queries)) as RowsOfQueries<Q>;
    });
  const [inTenant, inAccountsOfTenant] = [inScope(runtime, 'tenant'), inScope(accounts, 'tenant')];
  return {
    tenant: (tenant, work) => inTenant(scopes.tenant(tenant), work, tenant),
    tenantAccounts: (tenant, work) => inAccountsOfTenant(scopes.tenant(tenant), work, tenant),
    tenantRead: (tenant, ...queries) => inOneTrip({ tenant, opening: [beginRead] }, queries),
    tenantWrite: (tenant, ...queries) =>
      inOneTrip({ tenant, opening: [begin, ...setActor()] }, queries),
    tenantReadAs: async <C, R>(tenant: string, enter: Compilable<C>, query: Compilable<R>) => {
      const [callers, rows] = await readIn(runtime, tenant, [enter, query]);
      return { caller: callers?.[0] as C | undefined, rows: rows as R[] };
    },
    person: (user, work) => inScope(accounts, 'person')(scopes.person(user), work),
    account: (account, work) => inScope(accounts, 'account')(scopes.account(account), work),
    system: (work) => inScope(runtime, 'system')(scopes.system(), work),
    operator: (work) => inScope(operator, 'operator')([], work),
    queryUnscoped: (query) => traceOperation({ scope: 'none' }, () => autocommit(runtime, query)),
  };
}
