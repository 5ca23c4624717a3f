import type { Pool } from 'pg';

/** A rule that the catalog of the database keeps; each row its query finds breaks it. */
interface Rule {
  name: string;
  query: string;
}

// The tables of the product, and of these the ones that belong to tenants.
const tables = `
  tables as (
    select oid, relname as name, relrowsecurity
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  ),
  owned as (
    select tables.*, attnum as tenant
    from tables join pg_attribute on attrelid = oid and attname = 'tenant_id' and not attisdropped
  )`;

const rules: Rule[] = [
  {
    name: 'row-level security is off',
    query: 'select name from owned where not relrowsecurity',
  },
  {
    name: 'a policy is missing',
    query: `
      select name || ': ' || policy || ' for ' || visitor from owned,
        (values ('tenant_rows', 'pregao_app'), ('operator_rows', 'pregao_operator'))
          as needed (policy, visitor)
      where not exists (
        select from pg_policies
        where schemaname = 'public' and tablename = name and policyname = policy
          and roles = array[visitor::name] and cmd = 'ALL' and permissive = 'PERMISSIVE')`,
  },
  {
    name: 'a policy lets the application past the scope',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and permissive = 'PERMISSIVE'
        and not roles <@ '{pregao_operator}'::name[]
        and (coalesce(qual, with_check) !~ 'app\\.(tenant_id|user_id|my_tenants)\\(\\)'
          or coalesce(with_check, qual) !~ 'app\\.(tenant_id|user_id|my_tenants)\\(\\)')`,
  },
  {
    name: 'an index does not start with tenant_id',
    query: `
      select indexrelid::regclass::text from owned join pg_index on indrelid = oid
      where indkey[0] <> tenant`,
  },
  {
    name: 'the primary key is missing',
    query: `
      select name from owned
      where not exists (select from pg_index where indrelid = oid and indisprimary)`,
  },
  {
    name: "a foreign key could point to another tenant's row",
    query: `
      select conname from pg_constraint
        join owned as here on here.oid = conrelid join owned as there on there.oid = confrelid
      where contype = 'f' and not (here.tenant = any (conkey) and there.tenant = any (confkey))`,
  },
  {
    name: 'a view looks with the eyes of its owner',
    query: `
      select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'app'::regnamespace)
        and (relkind = 'm' or relkind = 'v'
          and not coalesce(reloptions && '{security_invoker=true,security_invoker=on}', false))`,
  },
  {
    name: 'a function with the rights of its owner does not say where it looks',
    query: `
      select oid::regprocedure::text from pg_proc
      where prosecdef and pronamespace in ('public'::regnamespace, 'app'::regnamespace)
        and not exists (
          select from unnest(proconfig) as setting
          where setting ~ '^search_path=.*pg_temp"?$')`,
  },
  {
    name: 'a function with the rights of its owner may be called by anybody',
    query: `
      select oid::regprocedure::text from pg_proc
      where prosecdef and pronamespace in ('public'::regnamespace, 'app'::regnamespace)
        and has_function_privilege('public', oid, 'execute')`,
  },
  {
    name: 'the application owns something',
    query: `
      select pg_describe_object(classid, objid, objsubid) from pg_shdepend join pg_roles on refobjid = oid
      where deptype = 'o' and rolname ~ '^pregao_(app|operator)'
        and dbid in (0, (select oid from pg_database where datname = current_database()))`,
  },
  {
    name: 'the application may do more than read and write rows',
    query: `
      select visitor || ': ' || privilege || ' on ' || name from tables,
        unnest('{pregao_app,pregao_operator}'::text[]) as visitor,
        unnest('{truncate,references,trigger}'::text[]) as privilege
      where has_table_privilege(visitor, oid, privilege)`,
  },
  {
    name: 'everybody has rights on a table',
    query: `
      select name from tables join pg_class using (oid), aclexplode(relacl) as acl
      where acl.grantee = 0`,
  },
];

/** What breaks the rules, as `rule: object`. */
export async function findHoles(owner: Pool): Promise<string[]> {
  const holes: string[] = [];
  for (const { name, query } of rules) {
    const { rows } = await owner.query<{ object: string }>(
      `with ${tables}, holes (object) as (${query}) select object from holes order by object`,
    );
    holes.push(...rows.map(({ object }) => `${name}: ${object}`));
  }
  return holes;
}
