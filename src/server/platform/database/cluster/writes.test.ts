import { expect, test } from 'vitest';
import { runAsActor } from '#server/platform/database/actor-context.ts';
import { db } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { ClusterWrites } from './writes.ts';

const { owner } = await testDatabase();

/** Volatile functions of the runtime role that change no record of the audit log. */
const unmarked = [
  'add_job',
  'apply_session_policies',
  'authorize',
  'authorize_key',
  'authorize_node_read',
  'authorize_scim_token',
  'begin_request',
  'end_request',
  'end_sso_access',
  'enqueue_email',
  'mark_written',
  'open_account',
  'publish',
  'receive_event',
  'set_actor',
  'set_local',
  'uuid7',
];

/** Returns the names and values of the statements that a keyed request sends before COMMIT after this one. */
const sentAfter = (sql: string) =>
  runAsActor({ user: null, impersonator: null, request: '', network: '', attempt: 'A' }, () => {
    const writes = new ClusterWrites('T');
    writes.add(sql);
    return writes.statements.map((query) => {
      const { sql, parameters } = query.compile(db);
      return [/\w+(?=\()/.exec(sql)?.[0], ...parameters];
    });
  });
const isMarked = (sql: string) => sentAfter(sql).some(([name]) => name === 'mark_written');

test('every function that may change a record marks its request as written (decision 16)', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct proname as name from pg_proc
     where pronamespace = 'app'::regnamespace and provolatile = 'v' and prokind = 'f'
       and has_function_privilege('pregao_accounts', oid, 'execute') order by name`,
  );
  const names = rows.map(({ name }) => name);
  const missing = names.filter((name) => !isMarked(`select app.${name}($1)`));
  expect(missing).toEqual(unmarked.filter((name) => names.includes(name)));
});

test.each([
  ['insert into "transactions" ("id") values ($1)', true],
  ['\n  insert into "transactions" ("id") values ($1)', true],
  ['update memberships set role = 1', true],
  ['delete from "tokens" where "user_id" = $1', true],
  ['update "billing_operations" set "state" = $1', false],
  ['select * from "memberships"', false],
])('%s', (sql, expected) => {
  expect(isMarked(sql)).toBe(expected);
});

test.each([
  ['update memberships set role = 1', '{"kind":"changed","topic":"members","tenant":"T"}'],
  ['update "tenants" set "name" = $1', '{"kind":"changed","topic":"organization","tenant":"T"}'],
  ['delete from subscription_prices', ''],
])('notifies after %s', (sql, payload) => {
  expect(sentAfter(sql)).toContainEqual(['pg_notify', payload ? 'hub' : 'pages', payload]);
});
