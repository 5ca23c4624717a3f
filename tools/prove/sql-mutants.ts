/**
 * Would the tests notice a mistake in what the database decides: seats, owners, rights, whose rows?
 * Breaks one condition after another in the functions and triggers of the migrated schema and runs the
 * tests that should see it (`npm run prove -- sql-mutants`).
 *
 *   --only <text>   the functions and triggers whose name contains it
 */
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { alone, migrate } from '#server/database/migrate.ts';
import { createPool } from '#server/database/pools.ts';
import { startThrowAway } from '#server/database/throw-away.ts';
import { run } from '#tools/run.ts';
import { figure } from './proof.ts';
import { lineOf, mutationsOf, type Mutation } from './sql-mutations.ts';

interface Target {
  functions?: string[];
  triggers?: string[];
  tests: string[];
}

const targets: Target[] = [
  {
    functions: ['take_a_seat', 'seats'],
    triggers: ['takes_a_seat', 'takes_a_seat_now'],
    tests: ['src/server/invitations/seats.test.ts', 'src/server/subscriptions/plans.test.ts'],
  },
  {
    functions: ['keep_an_owner'],
    triggers: ['keeps_an_owner'],
    tests: ['src/server/members/owners.test.ts'],
  },
  {
    functions: ['active_product', 'entitlement'],
    tests: [
      'src/server/payments/grace.test.ts',
      'src/server/invitations/seats.test.ts',
      'src/server/http/access.test.ts',
    ],
  },
  {
    functions: ['authorize'],
    tests: ['src/server/http/access.test.ts', 'src/server/http/revocation.test.ts'],
  },
  {
    functions: ['my_tenants', 'tenant_of_link', 'solely_owned', 'remove_self'],
    tests: [
      'src/server/invitations/links.test.ts',
      'src/server/users/users.test.ts',
      'src/server/members/owners.test.ts',
    ],
  },
  {
    functions: ['belongs_nowhere', 'claim_registered'],
    tests: ['src/server/accounts/come-back.test.ts'],
  },
  {
    functions: ['own_in_person'],
    triggers: ['owns_in_person'],
    tests: ['src/server/accounts/impersonation.test.ts'],
  },
  { functions: ['still_there'], tests: ['src/server/realtime/realtime.test.ts'] },
];

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const asked = (names: string[] = []) => names.filter((name) => name.includes(values.only));

/** The definitions of functions and triggers as the database has them, ready to be run again. */
async function definitionsOf(pool: Pool, { functions, triggers }: Target): Promise<string[]> {
  const { rows } = await pool.query<{ sql: string }>(
    `select pg_get_functiondef(p.oid) as sql
       from pg_proc p
       where p.pronamespace = 'app'::regnamespace and p.proname = any ($1)
     union all
     select format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass)
            || pg_get_triggerdef(t.oid)
       from pg_trigger t where t.tgname = any ($2)`,
    [asked(functions), asked(triggers)],
  );
  return rows.map(({ sql }) => sql);
}

/** Whether the database takes it at all: what it refuses, nobody could have written. */
const isPossible = async (pool: Pool, { sql }: Mutation) => {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${sql}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** Whether a test fails with the mistake. */
async function isNoticed(mutation: Mutation, tests: string[]): Promise<boolean> {
  const { ok } = await run(
    'vitest',
    ['run', '--config=tools/prove/mutants.config.ts', '--bail=1', '--reporter=dot'],
    { env: { MUTANT_TESTS: tests.join(' '), MUTANT_SQL: mutation.sql } },
  );
  return !ok;
}

async function tryAll(pool: Pool, target: Target): Promise<boolean> {
  const tally = { noticed: 0, all: 0 };
  for (const original of await definitionsOf(pool, target)) {
    for (const mutation of mutationsOf(original)) {
      if (!(await isPossible(pool, mutation))) continue;
      const noticed = await isNoticed(mutation, target.tests);
      tally.all += 1;
      tally.noticed += noticed ? 1 : 0;
      console.log(`${noticed ? 'noticed ' : 'SURVIVED'}  ${lineOf(mutation, original)}`);
    }
  }
  if (tally.all === 0) return true;
  const names = [...asked(target.functions), ...asked(target.triggers)].join(', ');
  figure('sql-mutants', `${names}: ${tally.noticed} of ${tally.all}`);
  return tally.noticed >= 0.9 * tally.all;
}

const embedded = await startThrowAway();
const pool = createPool({ connectionString: embedded.ownerUrl });
try {
  const client = await pool.connect();
  await alone(client, () => migrate(client));
  client.release();
  for (const target of targets) if (!(await tryAll(pool, target))) process.exitCode = 1;
} finally {
  await pool.end();
  await embedded.stop();
}
