import { expect, test } from 'vitest';
import { grantKinds } from '#contract/calls/grants.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';

const { owner: rows } = await testDatabase();

/** Columns that name who wrote a row without giving access by it, with the reason. */
const withoutAccess: Record<string, string> = {
  'api_keys.created_by': 'is whose rights a key has; `granted_by` is who gave it its secret',
  'billing_operations.requested_by': 'is a payment',
  'organization_archives.created_by': 'is downloaded by owners with a session only',
  'transaction_imports.created_by': 'is a record of transactions',
};

test('every table that knows who gives access is one that ends it (R-ACC-39)', async () => {
  const { rows: columns } = await rows.query<{ name: string }>(
    `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
       and attname ~ '_by$' and attname <> 'granted_by' order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(withoutAccess));
  const { rows: tables } = await rows.query<{ name: string; noted: boolean; ends: boolean }>(
    `select relname as name,
       exists (select from pg_trigger where tgrelid = attrelid and tgname = 'sets_grant') as noted,
       pg_get_functiondef('app.end_grants'::regproc) ~ ('(from|update) ' || relname || ' ') as ends
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'granted_by'
     order by 1`,
  );
  expect(tables.filter(({ noted, ends }) => !noted || !ends)).toEqual([]);
  expect(tables).toHaveLength(grantKinds.length);
});

/** Other tables with a secret, a hash of one, or an address, with the reason why they give others no lasting access. */
const withoutGrants: Record<string, string> = {
  audit_digests: 'are digests of the log',
  emails: 'are emails to people',
  operator_invitations: 'invite operators, by administrators with step-up authentication',
  passkey_challenges: 'expire within minutes',
  passkeys: 'sign their owner in; `app.change_email` removes later ones',
  recovery_codes: 'sign their owner in; `app.change_email` removes later ones',
  saml_keys: 'are ours',
  sessions: 'end with every new password',
  sso_requests: 'expire within minutes',
  tokens: 'end with every new password, or are those of invitations',
  totp_factors: 'sign their owner in; `app.change_email` removes later ones',
  usage_notices: 'name a limit',
  users: 'have a password, which is removed',
  verified_domains: 'admit no person without an identity provider',
};

test('every other table with a secret gives others no lasting access (R-ACC-39)', async () => {
  const { rows: tables } = await rows.query<{ name: string }>(
    `select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
       and attname ~ '(hash|secret|token|_key|url)$'
       and not exists (select from pg_attribute g where g.attrelid = pg_class.oid and g.attname = 'granted_by')
     order by 1`,
  );
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(withoutGrants));
});
