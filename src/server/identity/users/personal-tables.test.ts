import { expect, test } from 'vitest';
import { entities, type EntityNoun } from '#contract/entities/index.ts';
import type { DB } from '#server/platform/database/tables.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { exportedColumns, personalTables, type PersonalTable } from './service/personal-tables.ts';

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

const namesNobody = 'names no person';
const ofOrganization = 'belongs to the organization, and names no person';
const ofGrants = 'belongs to the organization; the audit log has the person who gave this access';
const ofCatalogue = 'is part of the catalog, and names no person';

type EntityTable = (typeof entities)[EntityNoun]['table'];

/** Tables that are left out of the copy of a person's data, with the reason (R-DAT-02). */
const impersonalTables: Record<Exclude<keyof DB, PersonalTable | EntityTable>, string> = {
  announcements: namesNobody,
  audit_digests: namesNobody,
  billing_notifications: ofOrganization,
  billing_reconciliations: ofOrganization,
  chat_rooms: namesNobody,
  coupons: ofCatalogue,
  disputes: ofOrganization,
  failed_invoices: ofOrganization,
  join_links: ofGrants,
  legal_texts: 'are published documents with the operator’s address at the time as their author',
  revenue_movements: ofOrganization,
  operator_invitations:
    'invite addresses that have no account, and end when the account is created',
  organization_archives: 'are copies of an organization; the audit log has who started them',
  passkey_challenges: 'are hashes of random values that expire within minutes',
  pending_seat_limits: ofOrganization,
  provider_events: 'are the payment provider’s messages about an organization’s subscription',
  resources: ofCatalogue,
  saml_keys: ofOrganization,
  scim_tokens: ofGrants,
  sso_connections: ofGrants,
  sso_requests: 'are hashes of random values and encrypted responses that expire within minutes',
  sso_sessions: 'are encrypted tokens of the identity provider: secrets',
  subscription_features: ofCatalogue,
  subscription_prices: ofCatalogue,
  subscription_products: ofCatalogue,
  support_actions: 'are about an organization; the audit log has the operator who did them',
  tenant_names: ofOrganization,
  tenant_policies:
    'are settings of the organization, one of which names the owner who keeps access',
  tenant_products: ofOrganization,
  tenants: 'are organizations; memberships have their names',
  transaction_imports: 'are files of an organization; the audit log has who imported them',
  usage_notices: ofOrganization,
  verified_domains: ofOrganization,
  webhook_deliveries: ofOrganization,
  webhook_endpoints: ofGrants,
  webhook_events: 'repeat changes of an organization’s rows for its programs, for days',
};

/** Reasons why columns of several tables are left out. */
const secret = 'is a secret';
const ofPerson = 'is this person in every row';
const ofTenant = 'belongs to the organization';
const internal = 'belongs to the processing of the row and says nothing about the person';
const hashOfBrowser =
  'is a salted hash that recognizes a browser or network and can’t be read back';

/** Columns of personal tables that are left out of the copy, with the reason (R-DAT-02). */
const hiddenColumns: { [T in PersonalTable]: { [C in keyof DB[T]]?: string } } = {
  users: {
    password_hash: secret,
    suspension_reason: 'is set only while the account is suspended and has no session',
  },
  sessions: {
    user_id: ofPerson,
    impersonator_id: 'is another person, an operator; `reason` tells that they acted',
    token_hash: secret,
    device: hashOfBrowser,
    network: hashOfBrowser,
  },
  remembered_devices: { user_id: ofPerson, device: hashOfBrowser },
  totp_factors: { user_id: ofPerson, secret, last_step: internal },
  passkeys: {
    user_id: ofPerson,
    credential_id: 'recognizes the authenticator',
    public_key: 'verifies signatures of the authenticator',
    counter: internal,
  },
  recovery_codes: { user_id: ofPerson, code_hash: secret, salt: secret },
  tokens: { user_id: ofPerson, token_hash: secret },
  announcement_dismissals: { user_id: ofPerson },
  emails: {
    recipient: ofPerson,
    html: 'is in the mailbox of the person, and may have a link that signs in',
    text: 'is in the mailbox of the person, and may have a link that signs in',
    unsubscribe_url: secret,
    attempts: internal,
    dead_at: internal,
    last_error: internal,
  },
  billing_trials: {
    fingerprint: 'is a hash of the address of the person',
    operation_id: internal,
    for_tenant: ofTenant,
  },
  memberships: { user_id: ofPerson, granted_by: internal, granted_at: internal },
  notifications: { user_id: ofPerson, cause: internal },
  chat_messages: { user_id: ofPerson, client_id: internal },
  chat_reads: { user_id: ofPerson },
  comments: { user_id: ofPerson },
  api_keys: {
    created_by: ofPerson,
    token_hash: secret,
    former_hash: secret,
    former_until: internal,
    sso: internal,
    granted_by: internal,
    granted_at: internal,
  },
  sso_identities: { user_id: ofPerson },
  sso_events: {
    email: ofPerson,
    outcome: 'tells owners how their identity provider is configured (R-SSO-08)',
  },
  cancellations: { tenant_product_id: internal },
  audit_log: {
    actor_id: '`acted` tells whether it is this person',
    person_id: '`concerned` tells whether it is this person',
    impersonator_id: 'is another person, an operator; `impersonated` tells that they acted',
    service: 'acted instead of a person',
    target_id: ofTenant,
    request_id: internal,
  },
  billing_operations: {
    user_id: ofPerson,
    subject: internal,
    subscription_price_id: ofTenant,
    customer_id: ofTenant,
    service_id: ofTenant,
    request: ofTenant,
    max_users: ofTenant,
    lease_holder: internal,
    lease_ends_at: internal,
    requested_by: internal,
  },
};

/** Columns that may hold the id, the address or the name of a person, or a row about one. */
const namesPerson =
  /(^|_)(user|actor|person|impersonator|operator|break_glass)_id$|_by$|email|recipient|author|(first|last|user)_name|phone|fingerprint|^(body|subject|external_id)$/;

test('every table is in the copy of personal data or left out with a reason (R-DAT-02)', () => {
  const ofEntities = Object.values(entities).map(({ table }) => table);
  const decided = [...Object.keys(personalTables), ...Object.keys(impersonalTables), ...ofEntities];
  const place = 'add the table to personal-tables.ts, or with a reason to this file';
  expect(decided.toSorted(), place).toEqual([...tables.keys()].toSorted());
});

const personal = Object.keys(personalTables) as PersonalTable[];
test.each(personal)(
  'every column of %s is in the copy or left out with a reason (R-DAT-02)',
  (table) => {
    const existing = tables.get(table)?.map(({ column }) => column);
    const decided = [...exportedColumns(table), ...Object.keys(hiddenColumns[table])];
    const place = `add the column to ${table} in personal-tables.ts, or with a reason to this file`;
    expect(decided.toSorted(), place).toEqual(existing?.toSorted());
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
  const shown = personal.flatMap((table) =>
    exportedColumns(table).map((column) => `${table}.${column}`),
  );
  expect(shown.filter((column) => /\.\w*(hash|secret|salt|_key|html|text)$/.test(column))).toEqual(
    [],
  );
});
