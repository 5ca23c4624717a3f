import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditActions } from '#contract/audit-actions.ts';
import { columnOf } from '#contract/entities/fields.ts';
import { entities } from '#contract/entities/index.ts';
import { allTexts } from '#locales/translate.ts';
import { root } from '#server/platform/root.ts';
import { testDatabase } from './test/database.ts';

const { owner } = await testDatabase();

/** Tables of which every node has a copy: a trigger would log once on each. */
const loggedByCode = ['subscription_features', 'subscription_prices', 'subscription_products'];

/** Tables without an audit trigger, with the reason (R-SEC-13). */
const unaudited: Record<string, string> = {
  announcement_dismissals: 'changes only what one person sees',
  audit_digests: 'are derived from the log',
  audit_log: 'is the log',
  chat_messages: 'is itself a record of what was sent and when',
  chat_reads: 'changes only what one person sees as new',
  chat_rooms: 'counts messages',
  revenue_movements: 'is derived from tenant products, which are logged',
  disputes: 'repeats the provider’s disputes; answers are logged as actions of support',
  failed_invoices: 'repeats the provider’s invoices and their payments',
  emails: 'is itself a record of what was sent and when',
  billing_notifications: 'is itself a record of which notification was sent and when',
  billing_reconciliations: 'is itself a record of when the provider was read',
  billing_trials: 'outlives the tenant product, which is logged',
  passkey_challenges: 'are random values that expire after minutes',
  pending_seat_limits: 'is derived from billing operations, which are logged',
  provider_events: 'is the provider’s own log',
  notifications: 'repeat what the causes log, and what one person has read',
  ...Object.fromEntries(
    loggedByCode.map((table) => [table, 'is logged by products/service/logged-rows.ts']),
  ),
  saml_keys: 'are generated once, and no person changes them',
  sso_events: 'are themselves a record of sign-ins',
  sso_identities: 'are derived from sign-ins, which the sign-in log records',
  sso_requests: 'are used up within minutes; the sign-in log records their results',
  sso_sessions: 'are derived from sign-ins, which the sign-in log records',
  usage_notices: 'is itself a record of which notification was sent and when',
  webhook_deliveries: 'are themselves a record of what was sent and when',
  webhook_events: 'repeat changes of rows, which are logged',
  tenant_names: 'repeats the name and the subdomain of a tenant, which are logged',
};

/** Columns that are not logged: ids, timestamps, and columns that other logged columns imply. */
const exempt =
  /^(id|(tenant|user)_id|for_tenant|invited_to|(created|updated|changed)_at|token_hash|user_agent|network|device|version|granted_(by|at))$/;
/** Columns of single tables that are not logged: counts, products, locks on a payment, use of a session or a token, what a
 * person chooses for their own notifications, ids of a directory, copies and times of logged changes; suspensions and undone imports are logged as events with their details. */
const exemptOfTable: Record<string, RegExp> = {
  announcements: /^notified_(at|to)$/,
  api_keys: /^(created_by|former_hash|last_used_at|sso)$/,
  billing_operations: /^(subject|request|max_users|lease_holder|lease_ends_at|requested_by)$/,
  organization_archives: /^(created_by|former_currency|file|size|sha256|stored|expires_at)$/,
  passkeys: /^(counter|last_used_at)$/,
  remembered_devices: /^last_used_at$/,
  scim_tokens: /^last_used_at$/,
  // Authentication and writing impersonations are events.
  sessions:
    /^(idle_seconds|expires_at|methods|sso_tenant_id|authenticated_at|writes_at|break_glass_tenants)$/,
  tenant_policies: /^factor_since$/,
  // Follows from the provider's payments, which have emails and a ledger of their own.
  tenant_products: /^(paid|recurring_discount)$/,
  tenants: /_bytes$|^(requires_factor|suspended_at|suspension_reason)$/,
  memberships: /^(active_since|checklist_hidden_at|external_id|unaccepted)$/,
  totp_factors: /^last_step$/,
  transaction_imports: /^(created_by|(first|last)_id|undone_at|removed|kept)$/,
  transactions: /^(amount|import_id)$|_bytes$/,
  users: /^(time_zone|notification_settings|last_digest_on|suspension_reason)$/,
  verified_domains: /^(checked_at|failing_since)$/,
  webhook_endpoints: /^(former_key|failing_since)$/,
};

const audits = await owner.query<{ name: string; audited: string; columns: string[] }>(
  `select relname as name, encode(tgargs, 'escape') as audited,
     (select array_agg(attname::text order by attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
   from pg_class
   left join pg_trigger on tgrelid = pg_class.oid and tgname = 'audits' and tgenabled = 'O'
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
   order by relname`,
);

test('every table has an audit trigger or is listed with a reason (R-SEC-13)', () => {
  const withoutTrigger = audits.rows
    .filter(({ audited }) => audited === null)
    .map(({ name }) => name);
  const place =
    'call app.audited in the migration, or add the table with its reason to `unaudited` in this file';
  expect(withoutTrigger, place).toEqual(Object.keys(unaudited).toSorted());
});

test('only the module that logs them writes tables without an audit trigger (R-SEC-13)', () => {
  const write = new RegExp(
    `(insertInto|updateTable|deleteFrom)\\('(${loggedByCode.join('|')})'|(insert into|update|delete from) (${loggedByCode.join('|')})\\b`,
    'i',
  );
  const sources = globSync('src/server/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/test\//.test(path),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((path) => write.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

test.each(audits.rows.filter(({ audited }) => audited !== null))(
  'the audit trigger of $name logs every column that is not exempt',
  ({ name, audited, columns }) => {
    const [, ...listed] = audited.split(String.raw`\000`).filter(Boolean);
    const known = listed.map((column) => column.replace(/^\*/, ''));
    const isExempt = (column: string) =>
      exempt.test(column) || exemptOfTable[name]?.test(column) === true;
    const unlogged = columns.filter((column) => !isExempt(column) && !known.includes(column));
    const place = `name the column in app.audited('${name}', …), or add it to \`exemptOfTable\` in this file`;
    expect(unlogged, place).toEqual([]);
    expect(
      known.filter((column) => !columns.includes(column)),
      'columns of the trigger',
    ).toEqual([]);
  },
);

test('every column that is logged has a name in the log (R-SEC-13)', () => {
  const logged = audits.rows.flatMap(({ audited }) => {
    const [, ...columns] = audited?.split(String.raw`\000`).filter(Boolean) ?? [];
    return columns.map((column) => column.replace(/^\*/, ''));
  });
  const named = [
    ...Object.keys(allTexts['en-US'].audit.field),
    ...Object.values(entities).flatMap(({ fields }) => Object.keys(fields).map(columnOf)),
  ];
  const nameless = [...new Set(logged)].filter((column) => !named.includes(column)).toSorted();
  expect(nameless, 'add the column to src/locales/*/audit/values.ts').toEqual([]);
});

/** Columns whose words the log shows with names of their own: reasons, and roles of operators. */
const namedElsewhere = ['cancellations.reason', 'operator_invitations.role'];

test('every word that a column may hold has a name in the log (R-SEC-13)', async () => {
  const { rows: checks } = await owner.query<{ name: string; column: string; words: string[] }>(
    `select relname as name, attname::text as column, array(
       select (regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''(\\w+)''::text', 'g'))[1]
     ) as words
     from pg_constraint
     join pg_class on pg_class.oid = conrelid
     join pg_attribute on attrelid = conrelid and array[attnum] = conkey
     where contype = 'c' and relnamespace = 'public'::regnamespace`,
  );
  const isLogged = (name: string, column: string) =>
    audits.rows.some((table) => table.name === name && table.audited?.includes(column)) ||
    loggedByCode.includes(name);
  const words = checks
    .filter(({ name, column }) => isLogged(name, column))
    .filter(({ name, column }) => !namedElsewhere.includes(`${name}.${column}`))
    .flatMap((check) => check.words);
  expect(words).toEqual(expect.arrayContaining(['running', 'undoEmail', 'saml', 'privacy']));
  const named = Object.keys(allTexts['en-US'].audit.value);
  const nameless = words.filter((word) => !named.includes(word));
  expect(nameless, 'add the word to src/locales/*/audit/values.ts').toEqual([]);
});

const restorable = auditActions.filter((action) => action.endsWith('.restored'));

test.each(restorable)('%s has every value that it needs from the log (R-HIS-03)', (action) => {
  const noun = action.replace(/\..*$/, '');
  const listed = audits.rows
    .map(({ audited }) => audited?.split(String.raw`\000`).filter(Boolean) ?? [])
    .filter(([audited]) => audited === noun);
  expect(listed).toHaveLength(1);
  expect(listed.flat().filter((column) => column.startsWith('*'))).toEqual([]);
});
