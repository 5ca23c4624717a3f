import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { testDatabase } from './test-database.ts';

type Values = Record<string, unknown>;

/**
 * Rows as a test writes them, without a product around them: what the database itself decides of them.
 * They are gone after each test. Times are texts: nothing of them is lost.
 */
export async function testRows() {
  const { owner } = await testDatabase();
  const client = await owner.connect();
  afterAll(() => client.release());
  beforeEach(() => client.query('begin'));
  afterEach(() => client.query('rollback'));

  const ask: Ask = async <Row extends object>(question: string, ...values: unknown[]) =>
    (await client.query<Row>(question, values)).rows;

  /** What the database answers to one question. */
  const answer = async (expression: string, ...values: unknown[]) => {
    const [row] = await ask<{ answer: unknown }>(`select ${expression} as answer`, ...values);
    return row?.answer;
  };

  /** The code that a statement is refused with, or `done`; what was there before still is. */
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

  /** The same from another connection, which sees what was committed. */
  const elsewhere = async (question: string, ...values: unknown[]) =>
    (await owner.query<object>(question, values)).rows;

  /** Whether another transaction would have to wait before it may change a row. */
  const isLocked = (table: string, id: string) => {
    const wanted = `select from ${table} where id = $1 for no key update nowait`;
    return elsewhere(wanted, id).then(
      () => false,
      () => true,
    );
  };

  return { ask, answer, attempt, elsewhere, isLocked, ...makersOf(ask) };
}

type Ask = <Row extends object>(question: string, ...values: unknown[]) => Promise<Row[]>;

/** What makes rows; each answers with the id of the one that it made. */
export function makersOf(ask: Ask) {
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

  /** A price of a product of its own; `max_users` 0: for any number of people. */
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
