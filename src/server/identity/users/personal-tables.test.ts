import { expect, test } from 'vitest';
import { entities } from '#contract/entities/index.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { impersonalTables } from './service/impersonal-tables.ts';
import { personalTables } from './service/personal-tables.ts';

const { owner } = await testDatabase();
const { rows: columns } = await owner.query<{ schema: string; table: string; column: string }>(
  `select nspname as schema, relname as table, attname as column
   from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
   where nspname in ('public', 'app') and relkind in ('r', 'p')
   order by 1, 2, attnum`,
);
const tables = Map.groupBy(
  columns.filter(({ schema }) => schema === 'public'),
  ({ table }) => table,
);

/** Columns that may hold the id, the address or the name of a person, or a row about one. */
const namesPerson =
  /(^|_)(user|actor|person|impersonator|operator|break_glass)_id$|_by$|email|recipient|author|(first|last|user)_name|phone|fingerprint|^(body|subject|external_id)$/;

test('every table is in the copy of personal data or left out with a reason (R-DAT-02)', () => {
  const ofEntities = Object.values(entities).map(({ table }) => table);
  const decided = [...Object.keys(personalTables), ...Object.keys(impersonalTables), ...ofEntities];
  const place =
    'add the table to member-tables.ts or account-tables.ts in src/server/identity/users/service, or with a reason to impersonal-tables.ts';
  expect(decided.toSorted(), place).toEqual([...tables.keys()].toSorted());
});

test.each(Object.entries(personalTables))(
  'every column of %s is in the copy or left out with a reason (R-DAT-02)',
  (table, decisions) => {
    const existing = tables.get(table)?.map(({ column }) => column);
    const place = `add the column to ${table} in member-tables.ts or account-tables.ts in src/server/identity/users/service`;
    expect(Object.keys(decisions).toSorted(), place).toEqual(existing?.toSorted());
  },
);

test('no other table names a person but those with a reason of their own (R-DAT-02)', () => {
  const named = columns.filter(
    ({ table, column }) => !(table in personalTables) && namesPerson.test(column),
  );
  const place =
    'show the column in the copy (personal-tables.ts), or add it to the list in this file';
  expect(
    named.map(({ table, column }) => `${table}.${column}`),
    place,
  ).toEqual([
    'join_links.granted_by',
    'legal_texts.author',
    'operator_invitations.email',
    'organization_archives.created_by',
    'passkey_challenges.user_id',
    'provider_events.body',
    'scim_tokens.granted_by',
    'sso_connections.granted_by',
    'sso_requests.user_id',
    'support_actions.operator_id',
    'tenant_policies.email_domains',
    'tenant_policies.break_glass_id',
    'transaction_imports.created_by',
    'webhook_endpoints.granted_by',
    'webhook_events.subject',
    'webhook_events.body',
  ]);
});

test('secrets, hashes and the texts of emails are left out', () => {
  const shown = Object.entries(personalTables).flatMap(([table, decisions]) =>
    Object.entries(decisions).flatMap(([column, decision]) =>
      decision === true ? [`${table}.${column}`] : [],
    ),
  );
  expect(shown.filter((column) => /\.\w*(hash|secret|salt|_key|html|text)$/.test(column))).toEqual(
    [],
  );
});
