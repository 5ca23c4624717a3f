/** Rule for the system catalog; each row that its query finds is a violation. */
export interface CatalogRule {
  name: string;
  query: string;
}

/** Returns the condition for objects that a migration exempts by the comment `across tenants: reason`. */
export const isExempt = (oid: string) =>
  `coalesce(obj_description(${oid}, 'pg_class') like 'across tenants: %', false)`;

/** Functions that read the scope; a policy that calls none of them does not depend on the scope. */
export const scopeFunctions = String.raw`app\.(tenant_id|user_id|my_tenants|account_id|is_system|visible_users|scope_tenants)\(`;

/** Rules for sealed scopes and row-level security on accounts (decision 30), for catalog.ts. */
export const scopeRules: CatalogRule[] = [
  {
    name: 'application policy that is always true',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and roles <@ '{pregao_runtime}'::name[]
        and concat_ws(' ', qual, with_check) ~* '\\mtrue\\M'`,
  },
  {
    name: 'scope read from an unsealed setting',
    query: `
      select oid::regprocedure::text from pg_proc
      where pronamespace = 'app'::regnamespace
        and proname in ('tenant_id', 'user_id', 'account_id', 'is_system', 'scope_tenants')
        and not (prosecdef and prosrc ~ 'app\\.unseal_setting\\(')`,
  },
  {
    name: 'global table accessible without row-level security',
    query: `
      select name from tables
      where has_any_column_privilege('pregao_runtime', oid, 'select, insert, update')
        and not relrowsecurity and not ${isExempt('oid')}
        and oid not in (select oid from owned)`,
  },
  {
    name: 'application role can access credential columns',
    query: `
      select privilege || ' of ' || column_name
      from (values ('password_hash', 'select, update'), ('type', 'insert, update'),
        ('active', 'insert, update'), ('email', 'update')) as guarded (column_name, privileges),
        unnest(string_to_array(privileges, ', ')) as privilege
      where has_column_privilege('pregao_runtime', 'public.users', column_name, privilege)`,
  },
];
