import { randomUUID } from 'node:crypto';
import type { ClientBase, QueryConfig } from 'pg';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import type { ScopeStatements } from '#server/platform/database/isolation/scopes.ts';
import { testDatabase } from './database.ts';
import { countLockWaits } from './lock-waits.ts';
import { testScopes } from './logins.ts';

type Values = Record<string, unknown>;

/** Runs statements in a transaction, each by itself: Citus repeats `set local` with everything sent along with it. */
export async function runInTransaction(client: ClientBase, ...statements: string[]): Promise<void> {
  for (const statement of ['begin', ...statements, 'commit']) await client.query(statement);
}

/**
 * Inserts rows and runs functions of the database without the product; each test is rolled back. Times are
 * text, so that microseconds are not lost.
 */
export async function testRows() {
  const { owner } = await testDatabase();
  const client = await owner.connect();
  afterAll(() => client.release());
  beforeEach(() => client.query('begin'));
  afterEach(() => client.query('rollback'));

  const ask: RunQuery = async <Row extends object>(question: string, ...values: unknown[]) =>
    (await client.query<Row>(question, values)).rows;

  /** Returns the value of one expression. */
  const answer = async (expression: string, ...values: unknown[]) => {
    const [row] = await ask<{ answer: unknown }>(`select ${expression} as answer`, ...values);
    return row?.answer;
  };

  /**
   * Returns the message that a statement fails with, or `done`; a savepoint keeps what was there before.
   */
  const attempt = async (statement: string, ...values: unknown[]) => {
    await client.query('savepoint before');
    try {
      await client.query(statement, values);
      await client.query('set constraints all immediate; set constraints all deferred');
      return 'done';
    } catch (error) {
      await client.query('rollback to before');
      return (error as Error).message;
    }
  };

  /** Asks on another connection, which sees only what is committed. */
  const elsewhere = async (question: string, ...values: unknown[]) =>
    (await owner.query<object>(question, values)).rows;

  /** Returns true when another transaction would have to wait to change the row. */
  const isLocked = (table: string, id: string, tenant?: string) => {
    // Citus locks rows of one tenant only.
    const own = tenant ? `tenant_id = '${tenant}' and` : '';
    const wanted = `select from ${table} where ${own} id = $1 for no key update nowait`;
    return elsewhere(wanted, id).then(
      () => false,
      () => true,
    );
  };

  const lockWaits = () => countLockWaits(owner);

  const opened = scopeOpeners(client, await testScopes(owner));
  return { ask, answer, attempt, elsewhere, isLocked, lockWaits, ...opened, ...rowFactories(ask) };
}

/** Returns functions that open scopes in the transaction of a connection. */
const scopeOpeners = (client: ClientBase, scopes: ScopeStatements) => {
  const open = async (statements: QueryConfig[]) => {
    for (const statement of statements) await client.query(statement);
  };
  return {
    actAs: (id: string) => open(scopes.person(trusted.userId(id))),
    openAccount: (id: string) => open(scopes.account({ id })),
  };
};

type RunQuery = <Row extends object>(question: string, ...values: unknown[]) => Promise<Row[]>;

/** Returns functions that insert rows; each returns the id of its row. */
export function rowFactories(ask: RunQuery) {
  const insert = async (table: string, row: Values) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    const [made] = await ask<{ id: string }>(
      `insert into ${table} (${names.join()}) values (${places.join()}) returning *`,
      ...Object.values(row),
    );
    return made?.id ?? '';
  };

  const tenant = (more: Values = {}) => insert('tenants', { name: randomUUID(), ...more });
  const person = (more: Values = {}) => insert('users', { email: randomUUID(), ...more });
  const member = async (tenant_id: string, more: Values = {}) =>
    insert('memberships', {
      tenant_id,
      user_id: more['user_id'] ?? (await person()),
      role: 0,
      status: 2,
      joined: 1,
      ...more,
    });

  /** Creates a price of a new product; `max_users` 0 means unlimited. */
  const price = async (tier: number, max_users: number) =>
    insert('subscription_prices', {
      subscription_product_id: await insert('subscription_products', {
        tier,
        max_users,
        title: 'A plan',
      }),
      type: 0,
      billing_period: 0,
      price: 0,
      currency: 'usd',
    });
  const give = (tenant_id: string, subscription_price_id: string, more: Values = {}) =>
    insert('tenant_products', { tenant_id, subscription_price_id, status: 'active', ...more });
  return { insert, tenant, person, member, price, give };
}
