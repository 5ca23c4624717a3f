import type { ClientBase, Pool } from 'pg';
import { findIsolationViolations } from './catalog.ts';

type ConnectionFacts = {
  role: string;
  bypassesRls: boolean;
  unsafeSettings: string[];
  /** Milliseconds since 1970. */
  now: number;
};

const connectionFactsQuery = `
  select
    current_user as role,
    exists (
      select from pg_roles
      where (rolsuper or rolbypassrls) and pg_has_role(current_user, oid, 'member')
    ) as "bypassesRls",
    array(
      select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    ) as "unsafeSettings",
    extract(epoch from clock_timestamp())::float8 * 1000 as now`;

/** Maximum clock skew in milliseconds; beyond it one side accepts what has expired for the other. */
const maxClockSkewMs = 5_000;

/**
 * Refuses a database that breaks the product's guarantees: a role that row-level security does not bind,
 * a server that can lose committed data (unless `allowDataLoss`, for tests), or a wrong clock.
 */
export async function assertSafeConnection(pool: Pool, allowDataLoss: boolean): Promise<void> {
  const requestedAt = Date.now();
  const { rows } = await pool.query<ConnectionFacts>(connectionFactsQuery);
  const { role, bypassesRls, unsafeSettings, now } = rows[0] as ConnectionFacts;
  if (bypassesRls) {
    throw new Error(`DATABASE_URL: role ${role} is a superuser or bypasses row-level security.`);
  }
  if (unsafeSettings.length > 0 && !allowDataLoss) {
    throw new Error(`The database can lose committed data: turn on ${unsafeSettings.join(', ')}.`);
  }
  // The database read its clock at some moment in between, however long the answer took.
  const skewMs = Math.max(requestedAt - now, now - Date.now());
  if (skewMs > maxClockSkewMs) {
    throw new Error(
      `Clock skew of ${Math.round(skewMs / 1000)} s between the database and this machine. Synchronize the clocks.`,
    );
  }
}

/**
 * Refuses a schema with a table, view, function, role or grant that breaks tenant isolation, and names
 * each (R-SEC-03). Runs after the migrations, before the first request.
 */
export async function assertTenantIsolation(client: ClientBase): Promise<void> {
  const violations = await findIsolationViolations(client);
  if (violations.length === 0) return;
  throw new Error(`Tenant isolation check failed: ${violations.join('; ')}.`);
}

type ServerFacts = {
  version: string;
  isOld: boolean;
  ctype: string;
  foldsCase: boolean;
};

const serverFactsQuery = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int < 150000 as "isOld",
    datctype as ctype,
    lower(U&'\\00C9') = U&'\\00E9' as "foldsCase"
  from pg_database where datname = current_database()`;

/**
 * Refuses a PostgreSQL that the migrations can't run on, before any of them does: a version that is too
 * old, an encoding other than UTF8, or a locale that does not fold the case of letters beyond ASCII, so
 * that ÉCLAIR and éclair would be two names (R-ORG-06).
 */
export async function assertSupportedServer(client: ClientBase): Promise<void> {
  const { rows: encodings } = await client.query<{ encoding: string }>(
    `select pg_encoding_to_char(encoding) as encoding from pg_database
     where datname = current_database()`,
  );
  const encoding = encodings[0]?.encoding;
  const create = `Create one with: create database … template template0 encoding 'UTF8' locale 'C.UTF-8'`;
  if (encoding !== 'UTF8') {
    throw new Error(`Database encoding is ${encoding}; UTF8 is required. ${create}`);
  }
  const { rows } = await client.query<ServerFacts>(serverFactsQuery);
  const { version, isOld, ctype, foldsCase } = rows[0] as ServerFacts;
  if (isOld)
    throw new Error(`PostgreSQL ${version} is not supported: version 15 or later is required.`);
  if (!foldsCase) {
    throw new Error(
      `Database locale (LC_CTYPE ${ctype}) does not fold the case of letters such as É, so names would ` +
        `not be unique regardless of case. ${create}`,
    );
  }
}
