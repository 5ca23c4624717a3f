import { Readable } from 'node:stream';
import { operatorAllows, Role, UserType } from '#contract/access.ts';
import { audit, type AuditEntry, type AuditFormat } from '#contract/audit.ts';
import type { FileResponse, Page } from '#contract/endpoint.ts';
import { csvDate, type CsvLanguage } from '#contract/lists/csv.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  loadCurrentRights,
  PermissionRevoked,
} from '#server/platform/http/contract/current-rights.ts';
import type { AuthSession, Member } from '#server/platform/http/contract/guard.ts';
import { csvOf } from '#server/platform/http/lists/csv.ts';
import { type AuditFilter, list, listAllAuditEntries } from './entries.ts';

/** Scope with which API keys export the log of their organization. */
const scope = 'audit:read';

type ChosenExport = AuditFilter & { format: AuditFormat; language?: CsvLanguage };
type ExportRequest = { session: AuthSession; chosen: ChosenExport };

/** Exports the log of an organization for its owners and admins; the export itself is audited. */
export async function exportAuditLog(
  database: Database,
  { tenant, session }: Member,
  { format, language, ...chosen }: ChosenExport,
) {
  await tenant.run((tx) => recordAuditEvent(tx, { action: 'audit.exported', tenant: tenant.id }));
  return fileWriters[format](language, async (cursor) => {
    const rights = await loadCurrentRights(database, session, { tenant: tenant.id, scope });
    if (!rights || rights.role === null || rights.role > Role.Admin) throw new PermissionRevoked();
    return list(tenant, { ...chosen, ...cursor, limit: 1_000 });
  });
}

/** Exports the logs of all organizations; for the operator. */
export async function exportAllAuditLogs(database: Database, { session, chosen }: ExportRequest) {
  await database.operator((tx) => recordAuditEvent(tx, { action: 'audit.exported' }));
  const { format, language, ...filter } = chosen;
  return fileWriters[format](language, async (cursor) => {
    const rights = await loadCurrentRights(database, session, { tenant: null, scope: null });
    const { access, method } = audit.endpoints.exportOfAll;
    const isAllowed =
      rights?.user_type === UserType.Admin && operatorAllows(access, method, rights.operator_role);
    if (!isAllowed) throw new PermissionRevoked();
    return listAllAuditEntries(database, { ...filter, ...cursor, limit: 1_000 });
  });
}

type ExportedEntry = AuditEntry & { tenant?: { id: string; name: string | null } | null };
type ReadPage = (cursor: { cursor?: string }) => Promise<Page<ExportedEntry>>;

/** Streams the log as CSV page by page, so that memory use does not depend on its length. */
const toCsvFile = (language: CsvLanguage, read: ReadPage): FileResponse =>
  csvOf({
    name: 'audit-log',
    columns: csvColumns,
    language,
    rows: Readable.from(readEntries(read)).map((entry: ExportedEntry) => ({
      ...toCsvRow(entry),
      at: csvDate(entry.at, language),
    })),
  });

/** Streams the log with an entry in JSON on each line, as the calls that list it show it. */
const toJsonLinesFile = (_: CsvLanguage, read: ReadPage): FileResponse => ({
  name: 'audit-log.jsonl',
  type: 'application/jsonl; charset=utf-8',
  content: Readable.from(readEntries(read)).map((entry) => `${JSON.stringify(entry)}\n`),
});

const fileWriters = { csv: toCsvFile, jsonl: toJsonLinesFile };

async function* readEntries(read: ReadPage) {
  let next: string | null = null;
  do {
    const page: Page<ExportedEntry> = await read(next === null ? {} : { cursor: next });
    yield* page.items;
    next = page.next;
  } while (next !== null);
}

const csvColumns = [
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

const toCsvRow = (
  entry: ExportedEntry,
): Record<(typeof csvColumns)[number], string | null | undefined> => ({
  at: entry.at,
  organization: entry.tenant?.name,
  actor: entry.actor?.email ?? entry.service,
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
