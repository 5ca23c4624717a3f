import { expect, test } from 'vitest';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { nodeStatements, readCoordinatorNames } from './coordinator-names.ts';
import { inTransaction } from './distribute.ts';
import { createClusterFunctions } from './functions.ts';

const { owner } = await testDatabase();
const client = await owner.connect();
await inTransaction(client, () => createClusterFunctions(client)).finally(() => client.release());
const names = await readCoordinatorNames(owner);

test('only the coordinator has accounts, and what names them, also indirectly (R-REL-12)', () => {
  const there = ['users', 'sessions', 'live_sessions', 'find_session', 'authorize', 'find_entries'];
  expect([...names]).toEqual(expect.arrayContaining([...there, 'sandbox']));
  const everywhere = ['transactions', 'tenants', 'subscription_products', 'tenant_id'];
  expect(
    [...everywhere, 'authorize_node_read', 'entitlement', 'find_rows'].filter((name) =>
      names.has(name),
    ),
  ).toEqual([]);
});

test.each([
  ['select id from transactions where tenant_id = $1', true],
  ['select * from app.find_rows($1, $2, $3, $4)', true],
  ['select "email" from "users"', false],
  ['select 1 from PUBLIC.Users', false],
  ['select t.id from transactions t where exists (select from app.live_sessions)', false],
  ['select * from app.authorize($1, $2, true)', false],
  [`select id from transactions where category = 'users'`, false],
])('%s: on every node %s (R-REL-12)', (sql, expected) => {
  const isForNodes = nodeStatements(names);
  expect([isForNodes(sql), isForNodes(sql)]).toEqual([expected, expected]);
});
