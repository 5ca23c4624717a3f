/**
 * Runs mutation tests on the database's own decisions: seats, owners, permissions, tenants. Changes one
 * condition at a time in the functions, views, triggers and policies of the migrated schema, and runs the tests
 * that should detect it (`npm run longrun -- sql-mutants`). Every mutant must be detected. `--only <text>`
 * chooses them by their names.
 */
import type { Pool } from 'pg';
import { createVitest } from 'vitest/node';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { figure, isWanted } from '#tools/kit/seed.ts';
import { lineOf, mutationsOf } from './sql-mutations.ts';

const database = (name: string) => `src/server/platform/database/isolation/${name}.test.ts`;
const server = (name: string) => `src/server/${name}.test.ts`;
const rights = database('rights');

/** Functions, views, triggers and policies with the tests that should detect a mutant, the fastest first. */
const targets: [names: string, ...tests: string[]][] = [
  [
    'reserve_seat seat_limit reserves_seat reserves_seat_on_update',
    database('entitlement'),
    server('identity/invitations/seats'),
  ],
  ['require_owner requires_owner', rights, server('identity/members/owners')],
  ['active_product entitlement', database('entitlement'), server('billing/payments/grace')],
  ['live_sessions authorize', database('authorize'), server('platform/http/contract/revocation')],
  ['my_tenants find_tenant delete_own_account', rights, server('identity/users/users')],
  ['my_memberships claim_registered', rights, server('identity/accounts/reusable-account')],
  [
    'refuse_impersonated refuses_impersonated refuses_impersonated_on_update refuses_impersonated_on_delete',
    server('identity/accounts/impersonation'),
  ],
  ['connection_states', rights, server('platform/realtime/realtime')],
  [
    'protect_tenant_table runtime_tenant_rows accounts_member_tenants',
    database('scopes'),
    database('catalog'),
  ],
];

/** Definitions of the named functions, views, triggers and policies, as statements to execute. */
const definitions = `
  select pg_get_functiondef(p.oid) as sql from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.proname = any ($1)
  union all
  select format('create or replace view app.%I with (security_invoker) as %s', viewname, definition)
    from pg_views where schemaname = 'app' and viewname = any ($1)
  union all
  select format('drop trigger %I on %s;', t.tgname, t.tgrelid::regclass) || pg_get_triggerdef(t.oid)
    from pg_trigger t where t.tgname = any ($1)
  union all
  select format('alter policy %I on %I using (%s)', policyname, tablename, qual)
      || coalesce(' with check (' || with_check || ')', '')
    from pg_policies where schemaname = 'public' and policyname = any ($1)`;

const vitest = await createVitest('test', {
  config: 'packages/longrun/mutants.config.ts',
  include: targets.flatMap(([, ...tests]) => tests),
  watch: false,
  bail: 1,
  reporters: [{}],
});
const specifications = await vitest.globTestSpecifications();

/** Runs files one after the other until a test fails; returns its name, or the error of its file. */
async function firstFailure(files: string[]): Promise<string | undefined> {
  for (const file of files) {
    const chosen = specifications.filter(({ moduleId }) => moduleId.endsWith(`/${file}`));
    const { testModules } = await vitest.runTestSpecifications(chosen);
    const module = testModules.find(({ moduleId }) => moduleId.endsWith(`/${file}`));
    if (module?.ok() && module.children.size > 0) continue;
    const [failed] = module?.children.allTests('failed') ?? [];
    return failed?.fullName ?? module?.errors()[0]?.message ?? `No test in ${file}`;
  }
  return undefined;
}

// Available only after a first run.
const cluster = () => vitest.getRootProject().getProvidedContext().testCluster;

async function connected<T>(
  connectionString: string,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connectionString, max: 1 });
  return work(pool).finally(() => pool.end());
}

async function inDatabase<T>(pathname: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const { adminUrl } = cluster();
  // Templates refuse connections.
  const open = `alter database ${pathname} allow_connections true`;
  await connected(adminUrl, (pool) => pool.query(open));
  return connected(Object.assign(new URL(adminUrl), { pathname }).href, work);
}

/** Executes a statement in the template and in every test database created from it. */
async function executeEverywhere(statement: string): Promise<void> {
  const { template } = cluster();
  const { rows } = await inDatabase(template, (pool) =>
    pool.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, current_database())',
    ),
  );
  for (const { name } of rows) await inDatabase(name, (pool) => pool.query(statement));
}

/** Returns true when the database accepts a statement; others are no valid mutants. */
const isPossible = (statement: string) =>
  inDatabase(cluster().template, (pool) =>
    // One message is one transaction: the exception at its end rolls everything back.
    pool.query(`${statement}; do $$ begin raise 'possible'; end $$`).then(
      () => false,
      (error: Error) => error.message === 'possible',
    ),
  );

/** Tries every mutant of some definitions; returns true when the tests detect all. */
async function detectsAll(names: string[], tests: string[]): Promise<boolean> {
  const failure = await firstFailure(tests);
  if (failure) throw new Error(`Fails without a mutant: ${failure}`);
  const { rows } = await inDatabase(cluster().template, (pool) =>
    pool.query<{ sql: string }>(definitions, [names]),
  );
  let [detected, all] = [0, 0];
  for (const { sql: original } of rows) {
    for (const mutation of mutationsOf(original)) {
      const line = lineOf(mutation, original);
      if (!(await isPossible(mutation.sql))) continue;
      await executeEverywhere(mutation.sql);
      const failure = await firstFailure(tests);
      await executeEverywhere(original);
      all += 1;
      if (failure) detected += 1;
      console.log(failure ? `detected ${line}\n      by ${failure}` : `SURVIVED ${line}`);
    }
  }
  figure('sql-mutants', `${names.join(', ')}: ${detected} of ${all}`);
  return all > 0 && detected === all;
}

const results: boolean[] = [];
try {
  for (const [names, ...tests] of targets) {
    const wanted = names.split(' ').filter(isWanted);
    if (wanted.length > 0) results.push(await detectsAll(wanted, tests));
  }
} finally {
  await vitest.close();
}
// Overrides the exit code of Vitest, whose tests failed as expected.
process.exitCode = results.every(Boolean) ? 0 : 1;
