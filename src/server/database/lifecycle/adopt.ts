import { type ClientBase } from 'pg';
import { citusSettings, statementsIn, type Migration } from './statements.ts';

/** A migration that only databases from before 0.1.0 have, and the last one of these. */
const former = { any: '0002_house.sql', last: '0111_display_name.sql' };

/**
 * Adopts a database that the sources made before 0.1.0: it then has the schema of `migrations/` and their names. Runs in
 * one transaction; throws for a database that lacks the last migration of then. The first release after 0.1.0 removes this.
 */
export async function adoptFormer(client: ClientBase, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from app.migrations');
  const names = rows.map(({ name }) => name);
  if (!names.includes(former.any)) return;
  if (!names.includes(former.last)) {
    throw new Error(
      `This database was made before 0.1.0 (${names.length} migrations, without ${former.last}). ` +
        'Start the last commit before 0.1.0 once, and then this one.',
    );
  }
  const run = async (sql: string, values: unknown[] = []) => void (await client.query(sql, values));
  try {
    await run('begin');
    await run(`set local lock_timeout = '10s'`);
    for (const setting of citusSettings) await run(`set local citus.${setting}`);
    await dropFormer(client);
    const baseline = migrations.filter(({ name }) => name <= lastOfBaseline);
    for (const statement of baseline.flatMap(({ sql }) => repeatableIn(sql))) await run(statement);
    await run('delete from app.migrations where name <= $1', [former.last]);
    for (const { name, checksum } of baseline)
      await run('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await run('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const lastOfBaseline = '0017_payment_sandbox.sql';

/** Returns the statements of a migration that can be repeated: its comments and, as replacements, its functions. */
const repeatableIn = (sql: string) =>
  statementsIn(sql)
    .map((statement) => statement.replace(/^(?:\s|--.*)+/, ''))
    .filter((statement) => /^(?:create (?:function|procedure)|comment on) /.test(statement))
    .map((statement) => statement.replace(/^create/, 'create or replace'));

/** Drops what only a release before 0.1.0 used, and validates constraints that were added to tables in use. */
async function dropFormer(client: ClientBase): Promise<void> {
  await client.query(`
    insert into app.credentials select * from app.logins where role_name like 'pregao\\_operator%'
      on conflict do nothing`);
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop policy %I on %I.%I', policyname, schemaname, tablename) as statement
      from pg_policies where roles = '{pregao_app}'
    union all
    select format('alter table %s validate constraint %I', conrelid::regclass, conname)
      from pg_constraint where not convalidated and conrelid <> 0
        and connamespace in ('public'::regnamespace, 'app'::regnamespace, 'sandbox'::regnamespace)
    union all
    select format('revoke all on %s from pregao_app', oid::regclass)
      from pg_class, aclexplode(relacl) where grantee = to_regrole('pregao_app') group by oid
    union all
    select format('revoke all on routine %s from pregao_app', oid::regprocedure)
      from pg_proc, aclexplode(proacl) where grantee = to_regrole('pregao_app') group by oid
    union all
    select format('revoke all on schema %I from pregao_app', nspname)
      from pg_namespace, aclexplode(nspacl) where grantee = to_regrole('pregao_app')`);
  for (const { statement } of rows) await client.query(statement);
  for (const statement of statementsIn(drops)) await client.query(statement);
}

/** Statements that are sent one by one: Citus repeats all that was sent together on every node. */
const drops = `
  drop trigger if exists marks_request on audit_log;
  drop trigger if exists introduces on memberships;
  drop trigger keeps_an_owner on memberships;
  create trigger keeps_an_owner after delete or update of role, status, user_id, tenant_id on memberships
    for each row when (old.role = 0 and old.status = 2) execute function app.keep_an_owner();
  drop procedure app.end_previous_release;
  drop function app.admit, app.mark_request, app.end_acting, app.is_fellow, app.people_named_in_log,
    app.tell_of_catalogue, app.tell_of_change, app.tenant_of_domain;
  drop table app.logins;
  do $$
  begin
    execute format('drop role if exists %I', 'pregao_app_' || current_database());
    drop role if exists pregao_app;
  exception when dependent_objects_still_exist or insufficient_privilege then
    -- Another database of this server has not been adopted, or another role made these.
  end
  $$;`;
