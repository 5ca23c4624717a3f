import type { ClientBase } from 'pg';

/**
 * Lets scopes reach every node, and policies there query their own node, whatever role connects. A transaction has one
 * connection to each node, so that it may write the catalog after a query of all tenants.
 */
export async function shareSettings(client: ClientBase): Promise<void> {
  const settings = {
    propagate_set_commands: 'local',
    allow_nested_distributed_execution: 'on',
    local_table_join_policy: 'prefer-distributed',
    multi_shard_modify_mode: 'sequential',
    // Lets migrations change triggers of distributed tables.
    enable_unsafe_triggers: 'on',
  };
  const wanted = Object.entries(settings).map(([name, value]) => `citus.${name}=${value}`);
  let changes = 0;
  // Citus repeats `alter database` by itself only after something was distributed; other nodes then refuse it.
  for (const [name, value] of Object.entries(settings)) {
    const { rowCount } = await client.query(
      `select run_command_on_all_nodes(
         format('alter database %I set citus.${name} = %L', current_database(), $1::text))
       where current_setting('citus.${name}') <> $1`,
      [value],
    );
    changes += rowCount ?? 0;
  }
  if (changes === 0) return;
  const { rows } = await client.query<{ node: string; result: string }>(
    `select nodename || ':' || nodeport as node, result
     from run_command_on_all_nodes(format(
       'select count(*) from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
        where datname = %L and setconfig @> %L', current_database(), $1::text[]))
       join pg_dist_node using (nodeid)
     where not success or result = '0'`,
    [wanted],
  );
  // Without them every write would be refused: the coordinator connects to itself, too.
  if (rows.length > 0) {
    const nodes = rows.map(({ node, result }) => `${node} (${result})`).join(', ');
    throw new Error(`Citus: the coordinator could not give its settings to these nodes: ${nodes}`);
  }
}

/**
 * Repeats what Citus leaves out when it copies a schema with its functions to a node: who may use the schema, and that
 * only those who are named may call the functions. Temporary tables are refused as on the coordinator.
 */
export async function sharePrivileges(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select 'grant usage on schema app to ' || string_agg(grantee::regrole::text, ', ') as statement
     from pg_namespace, aclexplode(nspacl) where nspname = 'app' and grantee <> nspowner`,
  );
  await client.query('revoke execute on all functions in schema app from public');
  await client.query(
    `select run_command_on_all_nodes(
       format('revoke temporary on database %I from public', current_database()))`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Drops the logins of the product, of which nodes that joined later have no copy. The next start creates them again,
 * with the same passwords, on all nodes; also when nothing was moved.
 */
export async function dropLogins(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ login: string }>(
    'select quote_ident(role_name) as login from app.credentials',
  );
  for (const { login } of rows) await client.query(`drop role if exists ${login}`);
}

/**
 * Copies the functions to nodes that joined after they were made, but for those that return rows of the coordinator or
 * have a parsed body with tables of it. Functions of indexes, and what these call, are immutable: they must be there
 * before the tables.
 */
export async function copyFunctions(
  client: ClientBase,
  { onlyImmutable }: { onlyImmutable: boolean },
): Promise<void> {
  // Some name tables that only the coordinator has, and are called there.
  await client.query('set local check_function_bodies = off');
  await client.query(
    `select create_distributed_function(pg_proc.oid)
     from pg_proc left join pg_type on pg_type.oid = prorettype
     where pronamespace = 'app'::regnamespace
       and (provolatile = 'i' or not $1)
       and not exists (select from pg_class where oid = typrelid and relkind = 'r')
       and not exists (
         select from pg_depend
         where classid = 'pg_proc'::regclass and objid = pg_proc.oid and refclassid = 'pg_class'::regclass
           and refobjid not in (select logicalrelid from pg_dist_partition))
       and not exists (
         select from pg_catalog.pg_dist_object
         where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
     order by pg_proc.oid`,
    [onlyImmutable],
  );
}
