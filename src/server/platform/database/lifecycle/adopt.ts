import { type ClientBase } from 'pg';
import { statementsIn, type Migration } from './statements.ts';

/** A migration that only databases from before 0.1.0 have, and the last one of these. */
const former = { any: '0002_house.sql', last: '0111_display_name.sql' };
const lastOfBaseline = '0017_payment_sandbox.sql';
/** Checksums of files of the baseline in commits before 0.1.0, one of each. */
const formerChecksums = [
  '320733f8787014d27896945008435972715ffd82473fa359dfd0314db8d54f06',
  '038e55894f01c1235d0f7cb031375a349d211e7c9614b3bd01c86f6038cde2e5',
  'db55d8562428f35668e6e0ee22d2baa5a97fb8a23badcc366f2ab89957bd5dd8',
  'b48d19bd94a650c55415d07ac8b7bf08198eb90c69ac39f0644dd1cf42acc897',
  '7f10d0b638c027d602110a1ee0470908cc69f42cf5ab4b0eaa3ad6a278116e51',
  '6e28c1affc1b3a3d6a4b853425503f67d9c3b98e4c923bd40bb67d923c9eb6fc',
  'a403573ec09ec685a5a6e3539ed10731c6b90aece143041185cc94526259c26e',
];

/**
 * Adopts a database that the sources made before 0.1.0: it then has the schema of `migrations/` and their names. Runs in
 * one transaction: renames tables and columns, then replaces all that holds no rows. Throws for a database that lacks the
 * last migration of then, and for a distributed one. The first release after 0.1.0 removes this.
 */
export async function adoptFormer(client: ClientBase, migrations: Migration[]): Promise<void> {
  const applied = await textsOf(client, 'select name from app.migrations');
  const hasFormer = applied.includes(former.any);
  const { rows: changed } = await client.query(
    'select from app.migrations where checksum = any ($1)',
    [formerChecksums],
  );
  if (!hasFormer && (changed.length === 0 || !applied.includes(lastOfBaseline))) return;
  if (hasFormer && !applied.includes(former.last)) {
    throw new Error(
      `This database was made before 0.1.0 (${applied.length} migrations, without ${former.last}). ` +
        'Start the last commit before 0.1.0 once, and then this one.',
    );
  }
  const baseline = migrations.filter(
    ({ name }) => name <= lastOfBaseline || applied.includes(name),
  );
  const isKnown = (name: string) =>
    hasFormer ? name <= former.last : baseline.some((migration) => migration.name === name);
  const own = applied.filter((name) => !isKnown(name));
  if (own.length > 0) {
    throw new Error(
      `This database was made before 0.1.0 and has migrations of its own (${own.join(', ')}), which are not adopted.`,
    );
  }
  if ((await textsOf(client, distributedTables)).length > 0) {
    throw new Error(
      'This database was made before 0.1.0 and distributed. Export its organizations with the commit that made it, ' +
        'and import them into a new database.',
    );
  }
  const run = async (sql: string, values: unknown[] = []) => void (await client.query(sql, values));
  const runAll = async (query: string) => run((await textsOf(client, query)).join(';\n'));
  try {
    await run('begin');
    await run(`set local lock_timeout = '10s'`);
    await run(keepLogins);
    for (const query of drops) await runAll(query);
    for (const query of renames) await runAll(query);
    await run(storedNames);
    await runAll(renamesOfConstraints);
    await runAll(renamesOfIndexes);
    await run(dropFunctions);
    for (const { sql } of baseline) await run(repeatableIn(sql).join('\n'));
    await run('delete from app.migrations where name <= $1', [former.last]);
    for (const { name, checksum } of baseline)
      await run('insert into app.migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await run(dropFormerRole);
    await run('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Tables that Citus has distributed or copied; no row without the extension. */
const distributedTables = `
  select oid::regclass::text from pg_class
  where exists (select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = pg_class.oid and proname = 'citus_truncate_trigger')`;

/** Returns the only column of a query's rows. */
async function textsOf(client: ClientBase, query: string) {
  const { rows } = await client.query<[string | null]>({ text: query, rowMode: 'array' });
  return rows.flatMap(([text]) => text ?? []);
}

/** Returns the statements of a migration that make no table, index or row, so that they can be repeated. */
const repeatableIn = (sql: string) =>
  statementsIn(sql)
    .map((statement) => statement.replace(/^(?:\s|--.*)+/, ''))
    .filter((statement) =>
      /^(?:do|create (?:constraint trigger|function|policy|procedure|trigger|view)|alter (?:policy|table)|call|comment on|grant|revoke) /.test(
        statement,
      ),
    )
    .map((statement) => statement.replace(/^create (?=function|procedure)/, 'create or replace '));

const roles = `'pregao_app', 'pregao_runtime', 'pregao_accounts', 'pregao_operator'`;
const ours = `in ('public'::regnamespace, 'app'::regnamespace, 'sandbox'::regnamespace)`;

/** Moves the passwords of logins that the previous form kept in two tables. */
const keepLogins = `do $$
  begin
    if to_regclass('app.logins') is not null then
      insert into app.credentials select * from app.logins where role_name like 'pregao\\_operator%' on conflict do nothing;
      drop table app.logins;
    end if;
  end $$`;

/** Queries of statements that take away all that the baseline gives again. */
const drops = [
  `select format('drop trigger %I on %s', tgname, tgrelid::regclass)
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and relnamespace ${ours} and pronamespace = 'app'::regnamespace`,
  `select format('drop policy %I on %I.%I', policyname, schemaname, tablename)
     from pg_policies where schemaname = 'public'
       and roles <@ array[${roles}, current_user]::name[]`,
  `select 'drop view if exists app.live_sessions'`,
  `select format('alter table %s no force row level security', oid::regclass)
     from pg_class where relforcerowsecurity and relnamespace ${ours}`,
  `select format('alter table %s validate constraint %I', conrelid::regclass, conname)
     from pg_constraint where not convalidated and conrelid <> 0 and connamespace ${ours}`,
  `select format('revoke all on %s from %I', pg_class.oid::regclass, rolname)
     from pg_class, pg_roles where relkind in ('r', 'S') and relnamespace ${ours}
       and rolname in (${roles})`,
  `select format('revoke all on schema %I from pregao_app', nspname)
     from pg_namespace where oid ${ours} and to_regrole('pregao_app') is not null`,
];

const tables = {
  billing_intents: 'billing_operations',
  billing_notices: 'billing_notifications',
  billing_syncs: 'billing_reconciliations',
  mrr_movements: 'revenue_movements',
  mails: 'emails',
  'sandbox.mails': 'emails',
  'app.attempts': 'rate_limits',
};
const columns = {
  'billing_operations.holder': 'lease_holder',
  'billing_operations.held_until': 'lease_ends_at',
  'billing_operations.asked_by': 'requested_by',
  'billing_notifications.told_at': 'notified_at',
  'billing_reconciliations.synced_at': 'reconciled_at',
  'billing_trials.intent_id': 'operation_id',
  'app.keyed_requests.held_until': 'lease_ends_at',
  'tenant_products.cancelled_at': 'canceled_at',
  'usage_notices.mailed_at': 'sent_at',
};
/** Functions that indexes and defaults use, by their former signatures. */
const functions = {
  'words(text)': 'search_words',
  'plain(text)': 'normalized_text',
  'text_parts(uuid, text)': 'text_search_keys',
  'acting(text)': 'actor_context',
  'this_request()': 'current_request',
};

/** Queries of the renames that a database still needs. */
const renames = [
  ...Object.entries(tables).map(
    ([from, to]) =>
      `select 'alter table ${from} rename to ${to}' where to_regclass('${from}') is not null`,
  ),
  ...Object.entries(columns).map(([from, to]) => {
    const [, table, column] = /^(.+)\.(\w+)$/.exec(from) ?? [];
    return `select 'alter table ${table} rename ${column} to ${to}' from pg_attribute
      where attrelid = '${table}'::regclass and attname = '${column}'`;
  }),
  ...Object.entries(functions).map(
    ([from, to]) =>
      `select 'alter function app.${from} rename to ${to}' where to_regprocedure('app.${from}') is not null`,
  ),
];

/** Changes tables, and what rows name: a column in events that were not delivered yet, and a job. */
const storedNames = `
  update webhook_events
    set subject = subject - 'cancelled_at' || jsonb_build_object('canceled_at', subject -> 'cancelled_at')
    where subject ? 'cancelled_at';
  alter index if exists tokens_held_address_idx rename to tokens_reserved_address_idx;
  drop table if exists app.scope_key;
  -- The next reconciliation of each customer, at the latest that of a renewal, fills it.
  alter table tenant_products add if not exists recurring_discount bigint not null default 0 check (recurring_discount >= 0);
  do $$
  begin
    if to_regclass('graphile_worker._private_tasks') is not null then
      update graphile_worker._private_tasks set identifier = 'payments.reconcile' where identifier = 'payments.converge';
    end if;
  end $$`;

/** Returns the SQL of a name of a constraint or index with the new names of its table and columns in it. */
function renamed(name: string) {
  const words = [
    ...Object.entries(tables).map(([from, to]) => [`^${from.replace(/.*\./, '')}(_)`, `${to}\\1`]),
    ...Object.entries(columns).map(([column, to]) => {
      const from = `_${column.replace(/.*\./, '')}`;
      // Not in the new name itself.
      const before = to.endsWith(from) ? `(?<!_${to.slice(0, -from.length)})` : '';
      return [`${before}${from}(_|$)`, `_${to}\\1`];
    }),
  ];
  return words.reduce(
    (sql, [from, to]) => `regexp_replace(${sql}, '${from}', '${to}')`,
    `${name}::text`,
  );
}
const renamesOfConstraints = `
  select format('alter table %s rename constraint %I to %I', conrelid::regclass, conname, ${renamed('conname')})
    from pg_constraint where conrelid <> 0 and connamespace ${ours} and conname <> ${renamed('conname')}`;
const renamesOfIndexes = `
  select format('alter index %s rename to %I', oid::regclass, ${renamed('relname')})
    from pg_class where relkind = 'i' and relnamespace ${ours} and relname <> ${renamed('relname')}`;

/** Drops the functions, twice because some call others in their parsed bodies; what indexes and defaults use stays. */
const dropFunctions = `do $$
  declare
    routine regprocedure;
    grantee name;
  begin
    for round in 1 .. 2 loop
      for routine in select oid from pg_proc where pronamespace = 'app'::regnamespace loop
        begin
          execute format('drop routine %s', routine);
        exception when dependent_objects_still_exist then
          for grantee in select rolname from pg_roles where rolname in (${roles}) loop
            execute format('revoke all on routine %s from %I', routine, grantee);
          end loop;
        end;
      end loop;
    end loop;
  end $$`;

const dropFormerRole = `do $$
  begin
    execute format('drop role if exists %I', 'pregao_app_' || current_database());
    drop role if exists pregao_app;
  exception when dependent_objects_still_exist or insufficient_privilege then
    -- Another database of this server has not been adopted, or another role made these.
  end $$`;
