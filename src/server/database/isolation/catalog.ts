import type { ClientBase, Pool } from 'pg';
import { isExempt, scopeRules, scopeFunctions, type CatalogRule } from './catalog-scopes.ts';

// All tables; those that belong to tenants, with the column that holds the tenant; the roles that serve
// requests; the schemas that these roles can use.
const commonTables = `
  tables as (
    select oid, relname as name, relowner, relacl, relrowsecurity, relforcerowsecurity
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  ),
  owned as (
    select tables.*, attname as column_name, attnum as tenant, attnotnull
    from tables join pg_attribute on attrelid = oid and not attisdropped
      and attname = case name when 'tenants' then 'id' else 'tenant_id' end
  ),
  policies as (
    select owned.name, policyname, roles, cmd, permissive, qual, with_check,
      '^[(]' || column_name || ' = [(] SELECT (app[.])?tenant_id[(][)] AS tenant_id[)][)]$' as own
    from owned join pg_policies on schemaname = 'public' and tablename = name
  ),
  visitors as (
    select * from pg_roles
    where rolname in ('pregao_app', 'pregao_runtime', 'pregao_operator')
      or rolname in (select role_name from app.logins union select role_name from app.credentials)
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
    name: 'row-level security is off',
    query: 'select name from owned where not relrowsecurity',
  },
  {
    name: 'row-level security does not bind the owner',
    query: 'select name from owned where not relforcerowsecurity',
  },
  {
    name: 'a policy is missing',
    query: `
      select name || ': ' || policy || ' for ' || visitor from owned,
        lateral (values ('tenant_rows', 'pregao_app'), ('runtime_tenant_rows', 'pregao_runtime'),
          ('operator_rows', 'pregao_operator'),
          ('owner_rows', pg_get_userbyid(relowner))) as needed (policy, visitor)
      where not exists (
        select from policies
        where policies.name = owned.name and policyname = policy
          and roles = array[visitor::name] and cmd = 'ALL' and permissive = 'PERMISSIVE')`,
  },
  {
    name: "a tenant's policy does not compare with the tenant of the scope",
    query: `
      select name from policies
      where policyname in ('tenant_rows', 'runtime_tenant_rows')
        and not coalesce(qual ~ own and coalesce(with_check, qual) ~ own, false)`,
  },
  {
    name: 'a policy lets the application past the scope',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and permissive = 'PERMISSIVE'
        and not roles <@ '{pregao_operator}'::name[] and policyname <> 'owner_rows'
        and (coalesce(qual, with_check) !~ '${scopeFunctions}' or coalesce(with_check, qual) !~ '${scopeFunctions}')`,
  },
  ...scopeRules,
  {
    name: "the owner's policy is for somebody else as well",
    query: `
      select name || ': ' || array_to_string(roles, ', ') from policies join owned using (name)
      where policyname = 'owner_rows' and roles <> array[pg_get_userbyid(relowner)]`,
  },
  {
    name: 'a row could belong to nobody',
    query: 'select name from owned where not attnotnull',
  },
  {
    name: 'the primary key is missing',
    query: `
      select name from owned
      where not exists (select from pg_index where indrelid = oid and indisprimary)`,
  },
  {
    name: 'an index does not start with the tenant',
    query: `
      select relname from owned join pg_index on indrelid = owned.oid
        join pg_class on pg_class.oid = indexrelid
      where indkey[0] <> tenant and not ${isExempt('indexrelid')}`,
  },
  {
    name: "a foreign key could point to another tenant's row",
    query: `
      select conname from pg_constraint
        join owned as here on here.oid = conrelid join owned as there on there.oid = confrelid
      where contype = 'f' and array_position(conkey, here.tenant)
        is distinct from coalesce(array_position(confkey, there.tenant), 0)`,
  },
  {
    name: 'a view looks with the eyes of its owner',
    query: `
      select relname from pg_class join places on place = relnamespace
      where relkind = 'v'
        and not coalesce(reloptions && '{security_invoker=true,security_invoker=on}', false)
        -- What comes with an extension (statistics, Citus) knows none of our tables.
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
  },
  {
    name: 'a materialised view keeps rows that no policy guards',
    query: `
      select relname from pg_class join places on place = relnamespace where relkind = 'm'`,
  },
  {
    name: 'a rule rewrites what is asked',
    query: `
      select relname || ': ' || rulename from pg_rewrite
        join pg_class on pg_class.oid = ev_class join places on place = relnamespace
      where rulename <> '_RETURN'`,
  },
  {
    name: 'a trigger is switched off',
    query: `
      select name || ': ' || tgname from tables join pg_trigger on tgrelid = tables.oid
      where tgenabled = 'D'`,
  },
  {
    name: 'a function with the rights of its owner does not say where it looks',
    query: `
      select oid::regprocedure::text from privileged
      where not exists (
        select from unnest(proconfig) as setting where setting ~ '^search_path=.*pg_temp"?$')`,
  },
  {
    name: 'a function with the rights of its owner may be called by anybody',
    query: `
      select oid::regprocedure::text from privileged
      where has_function_privilege('public', oid, 'execute')`,
  },
  {
    name: 'a role of the application is above the policies',
    query: `
      select rolname from visitors
      where rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication`,
  },
  {
    name: "a role of the application has another role's rights",
    query: `
      select rolname || ': ' || pg_get_userbyid(roleid)
      from visitors join pg_auth_members on member = visitors.oid
      where pg_get_userbyid(roleid) not in ('pregao_app', 'pregao_runtime', 'pregao_operator')`,
  },
  {
    name: 'the application owns something',
    query: `
      select pg_describe_object(classid, objid, objsubid)
      from pg_shdepend join visitors on refobjid = oid
      where deptype = 'o'
        and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  },
  {
    name: 'the application may do more than read and write rows',
    query: `
      select rolname || ': ' || privilege || ' on ' || name from tables, visitors,
        unnest('{truncate,references,trigger}'::text[]) as privilege
      where rolname in ('pregao_app', 'pregao_runtime', 'pregao_operator')
        and has_table_privilege(visitors.oid, tables.oid, privilege)`,
  },
  {
    name: 'the application may make something of its own',
    query: `
      select distinct rolname || ' in ' || nspname from places, visitors
      where has_schema_privilege(visitors.oid, place, 'create')`,
  },
  {
    name: "the application reaches what is the owner's alone",
    query: `
      select distinct rolname || ': ' || nspname || '.' || relname
      from pg_class join places on place = relnamespace, visitors
      where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'public'
        and rolname in ('pregao_app', 'pregao_runtime', 'pregao_operator')
        and has_any_column_privilege(visitors.oid, pg_class.oid, 'select, insert, update')
        and not ${isExempt('pg_class.oid')}`,
  },
  {
    name: 'everybody has rights on a table',
    query: `
      select name from tables, aclexplode(relacl) as acl where acl.grantee = 0
      union
      select name || '.' || attname
      from tables join pg_attribute on attrelid = oid, aclexplode(attacl) as acl
      where acl.grantee = 0`,
  },
  {
    name: 'whatever is made later would be open',
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
