import { createHash, randomBytes } from 'node:crypto';
import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg';

/** Role of one database that can log in. */
export type Login = {
  user: string;
  password: string;
};

/** Logins of the application: to serve tenants, accounts, and operators. */
export type Logins = {
  runtime: Login;
  accounts: Login;
  operator: Login;
};

/**
 * Returns the logins of this database and creates missing ones. They are members of the groups that
 * policies and grants name, own nothing and bypass nothing. Call it within `withSchemaLock`, after the migrations.
 */
export async function ensureLogins(client: ClientBase): Promise<Logins> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_database() as database,
       has_database_privilege('pregao_runtime', current_database(), 'temporary') as temporary,
       current_setting('server_version_num')::int / 10000 as version`,
  );
  const { database, version, temporary } = rows[0] as DatabaseFacts;
  const login = (group: string): Promise<Login> =>
    ensureLogin(client, {
      group,
      user: loginName(group, database),
      parameters: roleParameters(version),
    });
  // Injected SQL could shadow a real table with a temporary one for later transactions.
  if (temporary)
    await client.query(`revoke temporary on database ${escapeIdentifier(database)} from public`);
  return {
    runtime: await login('pregao_runtime'),
    accounts: await login('pregao_accounts'),
    operator: await login('pregao_operator'),
  };
}

type DatabaseFacts = {
  database: string;
  version: number;
  temporary: boolean;
};

type LoginSpec = {
  group: string;
  user: string;
  parameters: string;
};

async function ensureLogin(client: ClientBase, wanted: LoginSpec): Promise<Login> {
  const { user } = wanted;
  const { rows } = await client.query<{ password: string; parameters: string; exists: boolean }>(
    `select password, parameters, exists (select from pg_roles where rolname = $1)
     from app.credentials where role_name = $1`,
    [user],
  );
  const known = rows[0];
  const password = known?.password ?? randomBytes(24).toString('base64url');
  if (!known?.exists || known.parameters !== wanted.parameters) {
    await createLogin(client, wanted, password);
  }
  return { user, password };
}

// A role outlives a dropped database, and a restored database lacks its roles: the role and the stored
// password may each exist without the other.
async function createLogin(client: ClientBase, wanted: LoginSpec, password: string): Promise<void> {
  const { group, user, parameters } = wanted;
  const role = escapeIdentifier(user);
  const exists = await client.query('select from pg_roles where rolname = $1', [user]);
  // A multi-statement text is one transaction.
  await client.query(
    [
      exists.rowCount ? '' : `create role ${role}`,
      `alter role ${role} login password ${escapeLiteral(password)}`,
      `grant ${group} to ${role}`,
      ...parameters.split(', ').map((parameter) => `alter role ${role} set ${parameter}`),
      `insert into app.credentials values
         (${[user, password, parameters].map(escapeLiteral).join(', ')})
       on conflict (role_name) do update set parameters = excluded.parameters`,
    ].join(';\n'),
  );
}

function roleParameters(version: number): string {
  const parameters = [
    `statement_timeout = '5s'`,
    `lock_timeout = '2s'`,
    `idle_in_transaction_session_timeout = '5s'`,
    // Whatever the database sets for everyone.
    'search_path = public',
  ];
  if (version >= 17) parameters.push(`transaction_timeout = '15s'`);
  return parameters.join(', ');
}

// PostgreSQL truncates names after 63 bytes, so that two long ones could collide.
function loginName(group: string, database: string): string {
  const name = `${group}_${database}`;
  if (Buffer.byteLength(name) <= 63) return name;
  return `${group}_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`;
}
