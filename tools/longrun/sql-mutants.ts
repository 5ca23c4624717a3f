/**
 * Runs mutation tests on the database's own decisions: seats, owners, permissions, tenants. Changes one
 * condition at a time in the functions, triggers and policies of the migrated schema and runs the tests
 * that should detect it (`npm run longrun -- sql-mutants`). Every mutant must be detected.
 *
 *   --only <text>   only names that contain it; may be repeated
 */
import { parseArgs } from 'node:util';
import { figure } from '#tools/kit/seed.ts';
import { lineOf, mutationsOf } from './sql-mutations.ts';
import { startTrials, type Trials } from './trials.ts';

interface Target {
  functions?: string[];
  triggers?: string[];
  /** Policies of this name on any table. */
  policies?: string[];
  tests: string[];
}

const entitlement = 'src/server/database/isolation/entitlement.test.ts';
const rights = 'src/server/database/isolation/rights.test.ts';

/** Functions and policies with the test files that should detect a mutant, the fastest first. */
const targets: Target[] = [
  {
    functions: ['take_a_seat', 'seats'],
    triggers: ['takes_a_seat', 'takes_a_seat_now'],
    tests: [entitlement, 'src/server/invitations/seats.test.ts'],
  },
  {
    functions: ['keep_an_owner'],
    triggers: ['keeps_an_owner'],
    tests: [rights, 'src/server/members/owners.test.ts'],
  },
  {
    functions: ['active_product', 'entitlement'],
    tests: [entitlement, 'src/server/payments/grace.test.ts'],
  },
  {
    functions: ['standing', 'authorize', 'admit'],
    tests: [
      'src/server/database/isolation/authorize.test.ts',
      'src/server/http/contract/revocation.test.ts',
    ],
  },
  {
    functions: ['my_tenants', 'tenant_of_link', 'solely_owned', 'remove_self'],
    tests: [rights, 'src/server/users/users.test.ts'],
  },
  {
    functions: ['belongs_nowhere', 'claim_registered'],
    tests: [rights, 'src/server/accounts/reusable-account.test.ts'],
  },
  {
    functions: ['own_in_person', 'open_link_in_person', 'end_acting'],
    triggers: ['owns_in_person', 'opens_in_person', 'ends_acting'],
    tests: ['src/server/accounts/impersonation.test.ts'],
  },
  {
    functions: ['still_there'],
    tests: [rights, 'src/server/realtime/realtime.test.ts'],
  },
  {
    functions: ['protect_tenant_table'],
    policies: ['tenant_rows', 'my_rows'],
    tests: [
      'src/server/database/isolation/scopes.test.ts',
      'src/server/database/isolation/catalog.test.ts',
    ],
  },
];

/** Equivalent mutants with the reason; they are skipped. */
const harmless: Record<string, string> = {
  "where for_tenant = t.id and state in ('open', 'authenticating') and max_users > 0   [> → >=]":
    'what is 0 is left out once more, by room > 0',
};

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const { only = [''] } = values;
const asked = (names: string[] = []) =>
  names.filter((name) => only.some((part) => name.includes(part)));

/** Returns the definitions from the database, as statements to execute. */
async function definitionsOf(trials: Trials, target: Target): Promise<string[]> {
  const rows = await trials.ask<{ sql: string }>(
    `select pg_get_functiondef(p.oid) as sql
       from pg_proc p
       where p.pronamespace = 'app'::regnamespace and p.proname = any ($1)
     union all
     select format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass)
            || pg_get_triggerdef(t.oid)
       from pg_trigger t where t.tgname = any ($2)
     union all
     select format('alter policy %I on %I using (%s)', policyname, tablename, qual)
            || coalesce(' with check (' || with_check || ')', '')
       from pg_policies where schemaname = 'public' and policyname = any ($3)`,
    [asked(target.functions), asked(target.triggers), asked(target.policies)],
  );
  return rows.map(({ sql }) => sql);
}

async function tryAll(trials: Trials, target: Target): Promise<boolean> {
  const { functions = [], triggers = [], policies = [] } = target;
  const names = asked([...functions, ...triggers, ...policies]).join(', ');
  if (names === '') return true;
  const unready = await trials.firstFailure(target.tests);
  if (unready) throw new Error(`Fails as it is: ${unready}`);

  const tally = { noticed: 0, all: 0 };
  for (const original of await definitionsOf(trials, target)) {
    for (const mutation of mutationsOf(original)) {
      const line = lineOf(mutation, original);
      if (line in harmless || !(await trials.isPossible(mutation.sql))) continue;
      const failure = await trials.failureWith(mutation.sql, original, target.tests);
      tally.all += 1;
      tally.noticed += failure === undefined ? 0 : 1;
      console.log(
        failure === undefined ? `SURVIVED ${line}` : `noticed  ${line}\n      by ${failure}`,
      );
    }
  }
  figure('sql-mutants', `${names}: ${tally.noticed} of ${tally.all}`);
  return tally.all > 0 && tally.noticed === tally.all;
}

const trials = await startTrials(targets.flatMap(({ tests }) => tests));
let isEnough = true;
try {
  for (const target of targets) isEnough = (await tryAll(trials, target)) && isEnough;
} finally {
  await trials.stop();
}
// Overrides the exit code of Vitest, whose tests failed as expected.
process.exitCode = isEnough ? 0 : 1;
