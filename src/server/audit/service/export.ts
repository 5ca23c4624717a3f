import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { AuditEntry } from '#contract/audit.ts';
import type { FileAnswer, Page } from '#contract/endpoint.ts';
import { audit } from '#server/database/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Tenant } from '#server/http/guard.ts';
import type { Chosen } from './entries.ts';
import { list, listOfAll } from './list.ts';

/** The log of an organization as CSV; that it was taken away stands in it. */
export async function exportLog(tenant: Tenant, chosen: Chosen) {
  await tenant.run((tx) => audit(tx, { action: 'audit.exported', tenant: tenant.id }));
  return csvOf((cursor) => list(tenant, { ...chosen, ...cursor, limit: 1_000 }));
}

/** Everybody's log as CSV; for the operator. */
export async function exportLogOfAll(database: Database, chosen: Chosen) {
  await database.operator((tx) => audit(tx, { action: 'audit.exported' }));
  return csvOf((cursor) => listOfAll(database, { ...chosen, ...cursor, limit: 1_000 }));
}

type Entry = AuditEntry & { tenant?: { id: string; name: string | null } | null };
type Read = (cursor: { cursor?: string }) => Promise<Page<Entry>>;

/** Read page by page as fast as somebody takes it, so a log of any length fits. */
const csvOf = (read: Read): FileAnswer => ({
  name: 'audit-log.csv',
  type: 'text/csv; charset=utf-8',
  // A cell that a spreadsheet would take for a formula gets an apostrophe in front.
  content: Readable.from(cellsOf(read)).compose(
    stringify({ header: true, columns, bom: true, escape_formulas: true }),
  ),
});

async function* cellsOf(read: Read) {
  let next: string | null = null;
  do {
    const page: Page<Entry> = await read(next === null ? {} : { cursor: next });
    yield* page.items.map(rowOf);
    next = page.next;
  } while (next !== null);
}

const columns = [
  'at',
  'organization',
  'actor',
  'actor_id',
  'on_behalf_by',
  'action',
  'person',
  'person_id',
  'target_id',
  'before',
  'after',
  'request_id',
] as const;

const rowOf = (entry: Entry): Record<(typeof columns)[number], string | null | undefined> => ({
  at: entry.at,
  organization: entry.tenant?.name,
  actor: entry.actor?.email,
  actor_id: entry.actor?.id,
  on_behalf_by: entry.impersonator && (entry.impersonator.email ?? entry.impersonator.id),
  action: entry.action,
  person: entry.person?.email,
  person_id: entry.person?.id,
  target_id: entry.targetId,
  before: entry.before && JSON.stringify(entry.before),
  after: entry.after && JSON.stringify(entry.after),
  request_id: entry.requestId,
});
