import type { Pool, QueryConfig } from 'pg';
import { acting } from './acting.ts';
import { isShut } from './errors.ts';
import type { TenantId, UserId } from './ids.ts';
import { observed } from './observed.ts';
import type { Compilable } from './query.ts';
import type { Account, Scopes } from './scope-seal.ts';
import { atOnce, autocommit, transact, type Transaction } from './transaction.ts';

export type { TenantId, UserId } from './ids.ts';
export type { Account } from './scope-seal.ts';
export type { Transaction } from './transaction.ts';

type Rows<Q> = { [I in keyof Q]: Q[I] extends Compilable<infer R> ? R[] : never };
type Work<T> = (tx: Transaction) => Promise<T>;

/**
 * Entry point for all queries. Each scope determines, through row-level security, which rows exist for it.
 */
export interface Database {
  /** Runs a transaction that sees and writes only the rows of this tenant. */
  tenant<T>(tenant: TenantId, work: Work<T>): Promise<T>;
  /** Reads in the scope of this tenant in one round trip; returns one list of rows per query. */
  tenantRead<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<Rows<Q>>;
  /** Writes in the scope of this tenant in one round trip; returns one list of rows per query. */
  tenantWrite<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<Rows<Q>>;
  /**
   * Runs a gate query, which authorizes the request and opens the scope of its tenant, and reads behind
   * it, in one round trip and on one snapshot. Returns null when the gate refuses; nothing is read then.
   */
  readBehind<G>(
    gate: Compilable<G>,
    queries: readonly Compilable<unknown>[],
  ): Promise<{ gate: G; lists: unknown[][] } | null>;
  /** Runs a transaction that sees what this user may see of the tenants they belong to. */
  person<T>(user: UserId, work: Work<T>): Promise<T>;
  /**
   * Runs a transaction that reads and changes one account, its sessions and tokens, and no rows of
   * tenants.
   */
  account<T>(account: Account, work: Work<T>): Promise<T>;
  /** Runs a transaction on tables that belong to no tenant and no user. It sees no rows of tenants. */
  system<T>(work: Work<T>): Promise<T>;
  /** Runs a transaction that sees the rows of every tenant. Only for pages of the operator. */
  operator<T>(work: Work<T>): Promise<T>;
  /** Runs one statement that commits by itself, in no scope. */
  ask<R>(query: Compilable<R>): Promise<R[]>;
}

const begin: QueryConfig = { name: 'begin', text: 'begin' };
// Repeatable read: all queries share one snapshot.
const beginRead: QueryConfig = {
  name: 'begin_read',
  text: 'begin isolation level repeatable read, read only',
};

/** Returns the statement that hands the actor to the audit log; it is pipelined with those that follow. */
const inTheName = (): QueryConfig[] => {
  const who = acting();
  if (!who) return [];
  const text = `select set_config('app.acting', $1, true)`;
  return [{ name: 'acting', text, values: [JSON.stringify(who)] }];
};

/** Creates the scopes over two pools: one of the application's role, one of the operator's. */
export function createDatabase(pools: { runtime: Pool; operator: Pool }, scopes: Scopes): Database {
  const { runtime, operator } = pools;
  /** Runs a transaction of the application's role whose scope these statements open. */
  const inScope = <T>(opening: QueryConfig[], work: Work<T>): Promise<T> =>
    transact(runtime, { opening: [begin, ...opening, ...inTheName()], scopes }, work);
  return {
    tenant: (tenant, work) =>
      observed({ scope: 'tenant' }, () => inScope([scopes.tenant(tenant)], work)),
    tenantRead: <Q extends readonly Compilable<unknown>[]>(tenant: TenantId, ...queries: Q) =>
      observed(
        { scope: 'tenant' },
        () => atOnce(runtime, [beginRead, scopes.tenant(tenant)], queries) as Promise<Rows<Q>>,
      ),
    tenantWrite: <Q extends readonly Compilable<unknown>[]>(tenant: TenantId, ...queries: Q) =>
      observed(
        { scope: 'tenant' },
        () =>
          atOnce(runtime, [begin, scopes.tenant(tenant), ...inTheName()], queries) as Promise<
            Rows<Q>
          >,
      ),
    readBehind: <G>(gate: Compilable<G>, queries: readonly Compilable<unknown>[]) =>
      observed({ scope: 'tenant' }, () => throughGate(runtime, gate, queries)),
    person: (user, work) =>
      observed({ scope: 'person' }, () => inScope([scopes.person(user)], work)),
    account: (account, work) =>
      observed({ scope: 'account' }, () => inScope([scopes.account(account)], work)),
    system: (work) => observed({ scope: 'system' }, () => inScope([scopes.system()], work)),
    operator: (work) =>
      observed({ scope: 'operator' }, () =>
        transact(operator, { opening: [begin, ...inTheName()], scopes }, work),
      ),
    ask: (query) => observed({ scope: 'none' }, () => autocommit(runtime, query)),
  };
}

const throughGate = async <G>(
  pool: Pool,
  gate: Compilable<G>,
  queries: readonly Compilable<unknown>[],
) => {
  try {
    const [[found] = [], ...lists] = await atOnce(pool, [beginRead], [gate, ...queries]);
    return { gate: found as G, lists };
  } catch (error) {
    if (isShut(error)) return null;
    throw error;
  }
};
