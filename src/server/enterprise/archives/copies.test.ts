import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Subject } from '#contract/endpoint.ts';
import { columnOf } from '#contract/entities/fields.ts';
import { importFields } from '#contract/imports/mapping.ts';
import { contract } from '#contract/index.ts';
import { tenantRecords } from '#contract/test/examples/index.ts';
import { webhookEvents } from '#contract/webhooks/events.ts';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { otherLists, transactionsAfter } from './service/rows.ts';

/**
 * Asks for a decision about each table and column of organizations: it is in each copy of the data, or left out with a
 * reason (R-REL-29). The copy of a person's data has a test of its own (R-DAT-02).
 */
const { owner } = await testDatabase();

const setting = 'is a setting, which the new organization makes itself';
const secret = 'is a secret, or means nothing without one';
const billing = 'is about payments, which the provider has';
const passing = 'ends by itself, or repeats what other rows say';

/** Tables that archives leave out. */
const leftOut: Record<string, string> = {
  api_keys: secret,
  audit_digests: passing,
  billing_notifications: billing,
  billing_reconciliations: billing,
  cancellations: billing,
  chat_reads: passing,
  chat_rooms: passing,
  disputes: billing,
  failed_invoices: billing,
  join_links: secret,
  revenue_movements: billing,
  notifications: passing,
  organization_archives: passing,
  pending_seat_limits: billing,
  saml_keys: secret,
  scim_tokens: secret,
  sso_connections: secret,
  sso_events: passing,
  sso_identities: secret,
  sso_sessions: secret,
  support_actions: 'is what operators did; the audit log has it',
  tenant_names: passing,
  tenant_policies: setting,
  tenant_products: billing,
  transaction_imports: passing,
  usage_notices: passing,
  verified_domains: secret,
  webhook_deliveries: passing,
  webhook_endpoints: secret,
  webhook_events: passing,
};

/** Columns that a copy leaves out, by copy. */
const exceptions: Record<string, Record<string, string>> = {
  archive: {
    'transactions.amount': 'is computed',
    'transactions.image_bytes': 'is the size of the picture, which the archive has',
    'transactions.import_id': 'names an import, which is left out',
    'transactions.sample': 'is false: samples are left out',
  },
  record: {
    'transactions.image_bytes': 'counts for the limit only',
    'transactions.import_id': 'is used to undo an import only',
  },
  webhook: {
    'transactions.image': 'is readable with a session only',
    'transactions.image_bytes': 'counts for the limit only',
    'transactions.import_id': 'is used to undo an import only',
    'transactions.sample': 'samples cause no events',
  },
  import: {
    'transactions.id': 'is given by the product',
    'transactions.amount': 'is computed',
    'transactions.image': 'is a file',
    'transactions.image_bytes': 'is the size of a file',
    'transactions.import_id': 'is given by the product',
    'transactions.sample': 'is false',
    'transactions.version': 'is given by the product',
    'transactions.created_at': 'is given by the product',
  },
};

const { rows: columns } = await owner.query<{ table: string; column: string }>(
  `select relname as table, attname as column
   from pg_attribute join pg_class on pg_class.oid = attrelid
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
);
const columnsOfTable = (table: string) =>
  columns.filter((row) => row.table === table).map(({ column }) => column);

test('every table of organizations is in their archive or left out with a reason (R-REL-29)', () => {
  const ofTenants = columns
    .filter(({ column }) => column === 'tenant_id')
    .map(({ table }) => table);
  const archived = ['transactions', ...otherLists.map(({ table }) => table)];
  const place =
    'add the table to `otherLists` in archives/service/rows.ts, or with a reason to `leftOut` in archives/copies.test.ts';
  expect([...archived, ...Object.keys(leftOut)].toSorted(), place).toEqual(ofTenants.toSorted());
});

const keysOf = (schema: z.ZodType | null | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).map(columnOf) : [];
const callsOf = (subject: string) =>
  (contract as unknown as Record<string, Subject>)[subject]?.endpoints ?? {};

/** Entities of organizations that people list, export and fill in. */
const entities = tenantRecords.filter(({ subject }) => 'exportCsv' in callsOf(subject));

/** Copies of a row with the columns that they have, and where to add one. */
const copies = [
  ...entities.map(({ subject, table }) => ({
    copy: 'record',
    table,
    has: keysOf(callsOf(subject)['get']?.reply as z.ZodType),
    place: `src/server/${table.replaceAll('_', '-')}/service.ts and the fields of the contract`,
  })),
  ...otherLists
    .filter(({ table }) => entities.some((entity) => entity.table === table))
    .map(({ table, after, first }) => ({
      copy: 'archive',
      table,
      has: namesIn(after(first).compile(db).sql),
      place: 'src/server/enterprise/archives/service/rows.ts',
    })),
  {
    copy: 'archive',
    table: 'transactions',
    has: namesIn(transactionsAfter(nilUuid).compile().sql),
    place: 'src/server/enterprise/archives/service/rows.ts',
  },
  {
    copy: 'webhook',
    table: 'transactions',
    has: keysOf(webhookEvents['transaction.created']),
    place: 'src/contract/webhooks/events.ts and src/server/enterprise/webhooks/service/body.ts',
  },
  {
    copy: 'import',
    table: 'transactions',
    has: importFields.map((name) => columnOf(name)),
    place: 'src/contract/imports/mapping.ts',
  },
];

test.each(copies)(
  '$copy of $table has every column or a reason (R-REL-29)',
  ({ copy, table, has, place }) => {
    const decided = Object.keys(exceptions[copy] ?? {});
    const missing = columnsOfTable(table).filter(
      (column) => column !== 'tenant_id' && !has.includes(column),
    );
    const message = `add the column to ${place}, or with a reason to \`exceptions\` in src/server/enterprise/archives/copies.test.ts`;
    expect(
      missing.filter((column) => !decided.includes(`${table}.${column}`)),
      message,
    ).toEqual([]);
    const needless = decided.filter((name) => has.includes(name.split('.')[1] ?? ''));
    expect(
      needless.filter((name) => name.startsWith(`${table}.`)),
      'exceptions that are not',
    ).toEqual([]);
  },
);

/** Returns the names that a statement selects. */
function namesIn(statement: string) {
  return /^([^]*?)\sfrom\s/.exec(statement)?.[1]?.match(/\w+/g) ?? [];
}
