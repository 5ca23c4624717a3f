import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { Role, UserType } from '#contract/access.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { FileAnswer, Page } from '#contract/endpoint.ts';
import { audit } from '#server/database/audit.ts';
import type { Database } from '#server/database/database.ts';
import { sql, statement } from '#server/database/query.ts';
import { tokenHash, type Session, type Tenant } from '#server/http/guard.ts';
import type { Chosen } from './entries.ts';
import { list, listOfAll } from './list.ts';

type Export = { session: Session; chosen: Chosen };

/** Exports the log of an organization as CSV for its owners and admins; the export itself is audited. */
export async function exportLog(database: Database, tenant: Tenant, { session, chosen }: Export) {
  await tenant.run((tx) => audit(tx, { action: 'audit.exported', tenant: tenant.id }));
  return csvOf(async (cursor) => {
    const rights = await rightsOf(database, session, tenant.id);
    if (!rights || rights.role === null || rights.role > Role.Admin) throw new RightsEnded();
    return list(tenant, { ...chosen, ...cursor, limit: 1_000 });
  });
}

/** Exports the logs of all organizations as CSV; for the operator. */
export async function exportLogOfAll(database: Database, { session, chosen }: Export) {
  await database.operator((tx) => audit(tx, { action: 'audit.exported' }));
  return csvOf(async (cursor) => {
    const rights = await rightsOf(database, session, null);
    if (rights?.user_type !== UserType.Admin) throw new RightsEnded();
    return listOfAll(database, { ...chosen, ...cursor, limit: 1_000 });
  });
}

/** Aborts an export in progress, so that the client sees a broken download instead of a complete file. */
class RightsEnded extends Error {
  override name = 'RightsEnded';
}

type Rights = { user_type: number; role: number | null };

/** Returns the caller's current rights, which may be revoked during a long export. */
const rightsOf = async (database: Database, { token }: Session, tenant: string | null) => {
  const question = sql<Rights>`
    select user_type, role from app.authorize(${tokenHash(token)}, ${tenant}::uuid)`;
  const [found] = await database.ask(statement(question));
  return found;
};

type Entry = AuditEntry & { tenant?: { id: string; name: string | null } | null };
type Read = (cursor: { cursor?: string }) => Promise<Page<Entry>>;

/**
 * Streams the log as CSV page by page with backpressure, so that memory use does not depend on its length.
 */
const csvOf = (read: Read): FileAnswer => ({
  name: 'audit-log.csv',
  type: 'text/csv; charset=utf-8',
  // Prefixes cells that a spreadsheet would run as a formula with an apostrophe (CSV injection).
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
