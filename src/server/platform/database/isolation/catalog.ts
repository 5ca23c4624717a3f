import type { ClientBase, Pool } from 'pg';
import {
  groupRoles,
  isExempt,
  scopeRules,
  scopeFunctions,
  type CatalogRule,
} from './catalog-scopes.ts';

// All tables; those that belong to tenants, with the column that holds the tenant; the roles that serve
// requests; the schemas that these roles can use.
const commonTables = `
  tables as (
    select oid, relname as name, relacl, relrowsecurity
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  ),
  owned as (
    select tables.*, attname as column_name, attnum as tenant, attnotnull
    from tables join pg_attribute on attrelid = oid and not attisdropped
      and attname = case name when 'tenants' then 'id' else 'tenant_id' end
  ),
  policies as (
    select owned.name, policyname, roles, cmd, permissive, qual, with_check,
      -- Alone, or as the first of conditions that all must hold.
      format('^(%1$s|[(]%1$s AND .+)$', '[(]' || column_name
        || ' = ([(] SELECT )?(app[.])?tenant_id[(][)]( AS tenant_id[)])?[)]') as own
    from owned join pg_policies on schemaname = 'public' and tablename = name
  ),
  visitors as (
    select * from pg_roles
    where rolname in (${groupRoles})
      or rolname in (select role_name from app.credentials)
  ),
  places as (
    select oid as place, nspname from pg_namespace
    where nspname !~ '^(pg_|information_schema$)'
      and exists (select from visitors where has_schema_privilege(rolname, nspname, 'usage'))
  ),
  privileged as (
    select pg_proc.oid, prosecdef, proconfig, nspname from pg_proc join places on place = pronamespace
    where prosecdef
  )`;

const catalogRules: CatalogRule[] = [
  {
    name: 'table without row-level security',
    query: 'select name from owned where not relrowsecurity',
  },
  {
    name: 'missing policy',
    query: `
      select name || ': ' || policy || ' for ' || visitor from owned,
        lateral (values ('runtime_tenant_rows', 'pregao_runtime'), ('operator_rows', 'pregao_operator')) as needed (policy, visitor)
      where (has_any_column_privilege(visitor, oid, 'select, insert, update') or has_table_privilege(visitor, oid, 'delete'))
        and not exists (
          select from policies
          where policies.name = owned.name and policyname = policy
            and roles = array[visitor::name] and cmd = 'ALL' and permissive = 'PERMISSIVE')`,
  },
  {
    name: 'tenant policy does not compare with the tenant of the scope',
    query: `
      select name from policies
      where policyname = 'runtime_tenant_rows'
        and not coalesce(qual ~ own and coalesce(with_check, qual) ~ own, false)`,
  },
  {
    // Citus creates it on the shards as one that permits.
    name: 'restrictive policy',
    query: `
      select name || ': ' || policyname from policies where permissive = 'RESTRICTIVE'`,
  },
  {
    name: 'permissive policy that ignores the scope',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and permissive = 'PERMISSIVE'
        and not roles <@ '{pregao_operator}'::name[]
        and (coalesce(qual, with_check) !~ '${scopeFunctions}' or coalesce(with_check, qual) !~ '${scopeFunctions}')`,
  },
  ...scopeRules,
  {
    name: 'tenant column allows NULL',
    query: 'select name from owned where not attnotnull',
  },
  {
    name: 'table without primary key',
    query: `
      select name from owned
      where not exists (select from pg_index where indrelid = oid and indisprimary)`,
  },
  {
    name: 'index does not start with the tenant column',
    query: `
      select relname from owned join pg_index on indrelid = owned.oid
        join pg_class on pg_class.oid = indexrelid
      where indkey[0] <> tenant and not ${isExempt('indexrelid')}
        -- Its keys are of one tenant each.
        and pg_get_indexdef(indexrelid, 1, true) not like 'app.text\\_search\\_keys(tenant\\_id, %'`,
  },
  {
    name: "foreign key can reference another tenant's row",
    query: `
      select conname from pg_constraint
        join owned as here on here.oid = conrelid join owned as there on there.oid = confrelid
      where contype = 'f' and array_position(conkey, here.tenant)
        is distinct from coalesce(array_position(confkey, there.tenant), 0)`,
  },
  {
    name: 'view without security_invoker',
    query: `
      select relname from pg_class join places on place = relnamespace
      where relkind = 'v'
        and not coalesce(reloptions && '{security_invoker=true,security_invoker=on}', false)
        -- What comes with an extension (statistics, Citus) knows none of our tables.
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
  },
  {
    name: 'materialized view bypasses policies',
    query: `
      select relname from pg_class join places on place = relnamespace where relkind = 'm'`,
  },
  {
    name: 'rewrite rule on a table',
    query: `
      select relname || ': ' || rulename from pg_rewrite
        join pg_class on pg_class.oid = ev_class join places on place = relnamespace
      where rulename <> '_RETURN'`,
  },
  {
    name: 'disabled trigger',
    query: `
      select name || ': ' || tgname from tables join pg_trigger on tgrelid = tables.oid
      where tgenabled = 'D'`,
  },
  {
    name: 'SECURITY DEFINER function without a fixed search_path',
    query: `
      select oid::regprocedure::text from privileged
      where not exists (
        select from unnest(proconfig) as setting where setting ~ '^search_path=.*pg_temp"?$')`,
  },
  {
    name: 'SECURITY DEFINER function executable by PUBLIC',
    query: `
      select oid::regprocedure::text from privileged
      where has_function_privilege('public', oid, 'execute')`,
  },
  {
    name: 'application role with SUPERUSER, BYPASSRLS, CREATEROLE, CREATEDB or REPLICATION',
    query: `
      select rolname from visitors
      where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication`,
  },
  {
    name: 'application role is a member of another role',
    query: `
      select rolname || ': ' || pg_get_userbyid(roleid)
      from visitors join pg_auth_members on member = visitors.oid
      where not (pg_get_userbyid(roleid) in (${groupRoles}) and starts_with(rolname, pg_get_userbyid(roleid) || '_'))
        and (rolname, pg_get_userbyid(roleid)) <> ('pregao_accounts', 'pregao_runtime')`,
  },
  {
    name: 'application role owns an object',
    query: `
      select pg_describe_object(classid, objid, objsubid)
      from pg_shdepend join visitors on refobjid = oid
      where deptype = 'o'
        and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  },
  {
    name: 'application role has more than DML privileges',
    query: `
      select rolname || ': ' || privilege || ' on ' || name from tables, visitors,
        unnest('{truncate,references,trigger}'::text[]) as privilege
      where rolname in (${groupRoles})
        and has_table_privilege(visitors.oid, tables.oid, privilege)`,
  },
  {
    name: 'application role has CREATE on a schema',
    query: `
      select distinct rolname || ' in ' || nspname from places, visitors
      where has_schema_privilege(visitors.oid, place, 'create')`,
  },
  {
    name: 'application role can access a relation of the owner',
    query: `
      select distinct rolname || ': ' || nspname || '.' || relname
      from pg_class join places on place = relnamespace, visitors
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'public'
        and rolname in (${groupRoles})
        and has_any_column_privilege(visitors.oid, pg_class.oid, 'select, insert, update')
        and not ${isExempt('pg_class.oid')}`,
  },
  {
    name: 'table privileges granted to PUBLIC',
    query: `
      select name from tables, aclexplode(relacl) as acl where acl.grantee = 0
      union
      select name || '.' || attname
      from tables join pg_attribute on attrelid = oid, aclexplode(attacl) as acl
      where acl.grantee = 0`,
  },
  {
    name: 'default privileges grant access',
    query: `
      select pg_get_userbyid(defaclrole) || ': ' || privilege_type
      from pg_default_acl, aclexplode(defaclacl)
      where defaclobjtype in ('r', 'n') and (grantee = 0 or grantee in (select oid from visitors))`,
  },
];

const violationsQuery = `with ${commonTables}, holes (rule, object) as (${catalogRules
  .map(({ name, query }) => `select '${name.replaceAll("'", "''")}', h.* from (${query}) as h`)
  .join(' union all ')})
  select rule || ': ' || object as hole from holes order by hole`;

/** Returns every violation of tenant isolation in the system catalog, as `rule: object` (R-SEC-03). */
export async function findIsolationViolations(owner: Pool | ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ hole: string }>(violationsQuery);
  return rows.map(({ hole }) => hole);
}
