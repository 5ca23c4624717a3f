/**
 * Would the tests notice a mistake in what the database decides: seats, owners, rights, whose rows?
 * Breaks one condition after another in the functions and triggers of the migrated schema and runs the
 * tests that should see it (`npm run prove -- sql-mutants`).
 *
 *   --only <text>   the functions and triggers whose name contains it
 */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { figure } from './proof.ts';
import { lineOf, mutationsOf } from './sql-mutations.ts';
import { startTrials, type Trials } from './trials.ts';

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
async function definitionsOf(trials: Trials, { functions, triggers }: Target): Promise<string[]> {
  const rows = await trials.ask<{ sql: string }>(
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

async function tryAll(trials: Trials, target: Target): Promise<boolean> {
  const names = [...asked(target.functions), ...asked(target.triggers)].join(', ');
  if (names === '') return true;
  const unready = await trials.firstToFail(target.tests);
  if (unready) throw new Error(`${unready} fails as it is.`);

  const tally = { noticed: 0, all: 0 };
  for (const original of await definitionsOf(trials, target)) {
    for (const mutation of mutationsOf(original)) {
      if (!(await trials.isPossible(mutation.sql))) continue;
      const noticed = await trials.firstToNotice(mutation.sql, original, target.tests);
      tally.all += 1;
      tally.noticed += noticed ? 1 : 0;
      const by = noticed ? `  by ${basename(noticed)}` : '';
      console.log(`${noticed ? 'noticed ' : 'SURVIVED'}  ${lineOf(mutation, original)}${by}`);
    }
  }
  figure('sql-mutants', `${names}: ${tally.noticed} of ${tally.all}`);
  return tally.all > 0 && tally.noticed >= 0.9 * tally.all;
}

const trials = await startTrials(targets.flatMap(({ tests }) => tests));
let isEnough = true;
try {
  for (const target of targets) isEnough = (await tryAll(trials, target)) && isEnough;
} finally {
  await trials.stop();
}
// The tests that failed, as they should, would have it fail.
process.exitCode = isEnough ? 0 : 1;
