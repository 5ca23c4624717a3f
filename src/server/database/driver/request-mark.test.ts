import { expect, test } from 'vitest';
import { testDatabase } from '#server/database/test/database.ts';
import { RequestMark } from './request-mark.ts';

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
  'begin_restore',
  'begin_sample_data',
  'enqueue_email',
  'mark_written',
  'open_account',
  'publish',
  'queue_reconciliation',
  'receive_event',
  'release_request',
  'set_actor',
  'set_local',
  'store_response',
  'uuid7',
];

const isMarked = (sql: string) => {
  const mark = new RequestMark('an attempt');
  mark.add(sql);
  return mark.statements.length > 0;
};

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
