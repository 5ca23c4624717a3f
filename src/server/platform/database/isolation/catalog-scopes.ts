/** Rule for the system catalog; each row that its query finds is a violation. */
export type CatalogRule = {
  name: string;
  query: string;
};

/** Group roles: of tenants' requests, of accounts, which may also do what these may, and of operators (decision 90). */
export const groupRoles = `'pregao_runtime', 'pregao_accounts', 'pregao_operator'`;

/** Tables that only accounts may access, but for `operator_invitations` and `keys`. */
const credentialTables = `'sessions', 'tokens', 'totp_factors', 'recovery_codes', 'passkeys', 'remembered_devices',
  'passkey_challenges', 'operator_invitations'`;

/** Returns the condition for objects that a migration exempts by the comment `across tenants: reason`. */
export const isExempt = (oid: string) =>
  `coalesce(obj_description(${oid}, 'pg_class') like 'across tenants: %', false)`;

/** Functions that read the scope; a policy that calls none of them does not depend on the scope. */
export const scopeFunctions = String.raw`app\.(tenant_id|user_id|my_tenants|account_id|is_system|visible_users|scope_tenants)\(`;

/** Rules for scopes, accounts and credentials (decisions 30 and 90), for catalog.ts. */
export const scopeRules: CatalogRule[] = [
  {
    name: 'application policy that is always true',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and not roles <@ '{pregao_operator}'::name[]
        and concat_ws(' ', qual, with_check) ~* '\\mtrue\\M'`,
  },
  {
    name: 'global table accessible without row-level security',
    query: `
      select name from tables
      where has_any_column_privilege('pregao_accounts', oid, 'select, insert, update')
        and not relrowsecurity and not ${isExempt('oid')}
        and oid not in (select oid from owned)`,
  },
  {
    name: 'role that is not for accounts can access credentials',
    query: `
      select distinct role || ': ' || name
      from tables, unnest(array['pregao_runtime', 'pregao_operator']) as role
      where name in (${credentialTables}) and (role, name) <> ('pregao_operator', 'operator_invitations')
        and (has_any_column_privilege(role, oid, 'select, insert, update') or has_table_privilege(role, oid, 'delete'))`,
  },
  {
    name: 'application role can access guarded columns',
    query: `
      select role || ': ' || privilege || ' of ' || table_name || '.' || column_name
      from (values
        ('pregao_runtime', 'users', 'password_hash', 'select, insert, update'),
        ('pregao_operator', 'users', 'password_hash', 'select, update'),
        ('pregao_operator', 'users', 'google_sub', 'update'),
        ('pregao_operator', 'users', 'email', 'update'),
        ('pregao_runtime', 'users', 'email', 'insert, update'),
        ('pregao_accounts', 'users', 'email', 'update'),
        ('pregao_accounts', 'users', 'type', 'insert, update'),
        ('pregao_accounts', 'users', 'active', 'insert, update'),
        ('pregao_accounts', 'users', 'operator_role', 'insert, update'),
        ('pregao_runtime', 'users', 'google_sub', 'update'),
        ('pregao_runtime', 'api_keys', 'token_hash', 'select, insert, update'),
        ('pregao_accounts', 'api_keys', 'former_hash', 'select'),
        ('pregao_runtime', 'scim_tokens', 'token_hash', 'select, insert, update')
      ) as guarded (role, table_name, column_name, privileges),
        unnest(string_to_array(privileges, ', ')) as privilege
      where has_column_privilege(role, 'public.' || table_name, column_name, privilege)`,
  },
  {
    name: 'group of roles without a login',
    query: `
      select name from unnest(array[${groupRoles}]) as name
      where not exists (
        select from app.credentials join pg_roles on rolname = role_name
          join pg_auth_members on member = pg_roles.oid
        where roleid = to_regrole(name))`,
  },
  {
    name: 'policy of a role that has no privilege on the table',
    query: `
      select tablename || ': ' || policyname || ' for ' || role
      from pg_policies join tables on name = tablename, unnest(roles) as role
      where schemaname = 'public' and role in (${groupRoles})
        and not has_any_column_privilege(role, oid, 'select, insert, update') and not has_table_privilege(role, oid, 'delete')`,
  },
  {
    name: 'policy of another role',
    query: `
      select tablename || ': ' || policyname from pg_policies
      where schemaname = 'public' and not roles <@ array[${groupRoles}]::name[]`,
  },
];
