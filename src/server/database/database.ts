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

/** The one way to run queries. Each scope decides, in the database, which rows exist for it. */
export interface Database {
  /** One transaction that sees and writes this tenant's rows only. */
  tenant<T>(tenant: TenantId, work: Work<T>): Promise<T>;
  /** Reads known up front, in this tenant's scope and one round trip; one list of rows each. */
  tenantRead<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<Rows<Q>>;
  /** Writes known up front, in this tenant's scope and one round trip; one list of rows each. */
  tenantWrite<Q extends readonly Compilable<unknown>[]>(
    tenant: TenantId,
    ...queries: Q
  ): Promise<Rows<Q>>;
  /**
   * Reads known up front behind a gate, which opens a tenant's scope: all of one moment, in one round
   * trip. Null where it stays shut; nothing was read then.
   */
  readBehind<G>(
    gate: Compilable<G>,
    queries: readonly Compilable<unknown>[],
  ): Promise<{ gate: G; lists: unknown[][] } | null>;
  /** One transaction that sees what this person may see of the tenants they belong to. */
  person<T>(user: UserId, work: Work<T>): Promise<T>;
  /** One transaction that reads and changes one account, its sessions and tokens, and nothing of tenants. */
  account<T>(account: Account, work: Work<T>): Promise<T>;
  /** One transaction on tables that belong to no tenant and no person. It sees no tenant's rows. */
  system<T>(work: Work<T>): Promise<T>;
  /** One transaction that sees every tenant's rows: for the operator's pages and nothing else. */
  operator<T>(work: Work<T>): Promise<T>;
  /** One statement that commits by itself, in no scope. */
  ask<R>(query: Compilable<R>): Promise<R[]>;
}

const begin: QueryConfig = { name: 'begin', text: 'begin' };
// All of one moment.
const beginRead: QueryConfig = {
  name: 'begin_read',
  text: 'begin isolation level repeatable read, read only',
};

/** Tells the audit log who acts. Told at once: it travels with what follows. */
const inTheName = (): QueryConfig[] => {
  const who = acting();
  if (!who) return [];
  const text = `select set_config('app.acting', $1, true)`;
  return [{ name: 'acting', text, values: [JSON.stringify(who)] }];
};

/** The scopes over two pools: the application's role, and the operator's. */
export function createDatabase(pools: { runtime: Pool; operator: Pool }, scopes: Scopes): Database {
  const { runtime, operator } = pools;
  /** A transaction of the application's role whose scope these statements open. */
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
