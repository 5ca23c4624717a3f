import type { PoolClient } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';
import { findViolations } from './invariants.ts';

/** Checks that the long runs report each of these damages, and nothing that the product wrote. */
const product = await testApplication();
let owner: TestMember;
let client: PoolClient;

// The queries join tables that Citus keeps on different nodes; `kills` uses them on one PostgreSQL.
describe.skipIf(inject('testCluster').isCitus)('The invariants', () => {
  beforeAll(async () => {
    owner = await registerOwner(product);
    const body = { description: 'whole', quantity: 1, price: 1, date: '2026-01-31' };
    const { id } = await owner.api.transactions.create({ body });
    await owner.api.transactions.update({ params: { id }, body: { ...body, price: 2 } });
    const rui = { email: 'rui@example.com', firstName: 'Rui', lastName: 'Alves', role: 2 } as const;
    await owner.api.invitations.invite({ body: rui });
  });

  beforeEach(async () => {
    client = await product.open.owner.connect();
    await client.query('begin');
    // Disables triggers and foreign keys.
    await client.query('set local session_replication_role = replica');
  });
  afterEach(async () => {
    await client.query('rollback');
    client.release();
  });

  test('reports nothing about data that the product wrote', async () => {
    expect(await findViolations(client)).toEqual([]);
  });

  test.each([
    ['delete from users where email like $1', 'rui@%', 'a membership without its person'],
    ['update memberships set role = 1 where tenant_id = $1', 'tenant', 'without an active owner'],
    ['delete from tenant_products where tenant_id = $1', 'tenant', 'without a plan'],
    ['delete from emails where recipient like $1', 'rui@%', 'an invitation without its mail'],
    ['update emails set sent_at = null where recipient like $1', 'owner-%', 'without a job'],
    ['update transactions set price = 3 where tenant_id = $1', 'tenant', 'not as the log says'],
    ['delete from transactions where tenant_id = $1', 'tenant', 'gone without a word'],
    [
      `insert into transactions (tenant_id, description, quantity, price, date)
       values ($1, 'unheard of', 1, 1, now())`,
      'tenant',
      'that the log does not know',
    ],
  ])('reports the damage by: %s', async (change, target, what) => {
    // Until it is sent, an email has its job.
    await expect
      .poll(async () => (await product.open.owner.query(unsent)).rowCount, { timeout: 20_000 })
      .toBe(0);
    expect(
      (await client.query(change, [target === 'tenant' ? owner.tenant : target])).rowCount,
    ).not.toBe(0);
    expect((await findViolations(client)).join('\n')).toContain(what);
  });

  const unsent = 'select from emails where sent_at is null';

  test('reports a transaction that is left open', async () => {
    const other = await product.open.owner.connect();
    await other.query('begin');
    await expect
      .poll(() => findViolations(client), { timeout: 10_000 })
      .toEqual([expect.stringContaining('a transaction left open')]);
    await other.query('rollback');
    other.release();
  });
});
