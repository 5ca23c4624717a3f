import { z } from 'zod';
import { auditNouns } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Page } from '#contract/endpoint.ts';
import { id } from '#contract/shapes.ts';
import type { DbTransaction, Database, TenantId } from '#server/platform/database/database.ts';
import { firstUuidAt, maxUuid, nilUuid } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import { wordsOf } from '#server/platform/database/search.ts';
import { decodeCursor, toPage } from '#server/platform/http/contract/cursor.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';

/** Filters of a log: action, actor, text and period. */
export type AuditFilter = {
  search: string;
  action: string;
  actor?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  tenantId?: string | undefined;
};
export type AuditQuery = AuditFilter & { cursor?: string | undefined; limit: number };

/** Tenant id of entries that belong to no tenant. */
const nilTenantId = '00000000-0000-0000-0000-000000000000';

const auditEntries = db.selectFrom('audit_log as entry').selectAll('entry');

type LogEntry = { entry: AuditEntry; tenantId: string };

/** Returns a page of the log, newest first, with the names of the people in it. */
async function readAuditPage(tx: DbTransaction, query: AuditQuery): Promise<Page<LogEntry>> {
  const { cursor, limit } = query;
  const [last] = cursor === undefined ? [] : decodeCursor(cursor, z.tuple([id]));
  const rows = await tx.all(await selectEntries(tx, query, last));
  const entries = await nameEntries(tx, rows);
  const items = entries.map((entry, at) => ({
    entry,
    tenantId: rows[at]?.tenant_id ?? nilTenantId,
  }));
  return toPage(items, limit, ({ entry }) => [entry.id]);
}

/** Returns the query for the entries of a page and one more; searches and filters look them up by index. */
async function selectEntries(
  tx: DbTransaction,
  { search, limit, ...filter }: AuditQuery,
  last: string | undefined,
) {
  const { tenantId, from, until } = filter;
  const first = from ? firstUuidAt(from) : nilUuid;
  // Ids are text in lower case, which sorts like them.
  const end = [last, until && firstUuidAt(until)].filter(Boolean).toSorted()[0] ?? maxUuid;
  const newest = auditEntries.orderBy('entry.id', 'desc').limit(limit + 1);
  const page = tenantId ? newest.where(sql<boolean>`entry.tenant_id = ${tenantId}`) : newest;
  const [words, keys] = [wordsOf(search), keysOf(filter)];
  if (words.length === 0 && keys.length === 0) {
    return page.where('entry.id', '>=', first).where('entry.id', '<', end);
  }
  const found = await tx.all(
    sql<{ id: string }>`
      select id from app.find_entries(${tenantId ?? null}::uuid, ${words}::text[], ${keys}::text[],
        ${first}::uuid, ${end}::uuid, ${limit + 1}) as id`,
  );
  return page.where(sql<boolean>`entry.id = any (${found.map((entry) => entry.id)}::uuid[])`);
}

/** Returns the beginnings of keys that the index has for an action, or all of a noun, and an actor. */
const keysOf = ({ action, actor }: Pick<AuditFilter, 'action' | 'actor'>) => [
  ...(action === '' ? [] : [`a${isNoun(action) ? `${action}.` : action}`]),
  ...(actor ? [`b${actor}`] : []),
];

const isNoun = (action: string) => (auditNouns as readonly string[]).includes(action);

/** Returns entries with the names of the people in them. */
export async function nameEntries(tx: DbTransaction, rows: AuditRow[]): Promise<AuditEntry[]> {
  const people = await loadPeople(tx, rows);
  return rows.map((row) => toAuditEntry(row, people));
}

type AuditRow = TableRow<'audit_log'>;
type PersonRow = Pick<TableRow<'users'>, 'id' | 'email' | 'first_name' | 'last_name'>;
type PeopleById = Map<string, PersonRow>;

async function loadPeople(tx: DbTransaction, rows: AuditRow[]): Promise<PeopleById> {
  const people = await tx.all(
    sql<PersonRow>`select * from app.people_in_log(${rows.map((row) => row.id)}::uuid[])`,
  );
  return new Map(people.map((person) => [person.id, person]));
}

const toAuditEntry = (row: AuditRow, people: PeopleById): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: toPersonReference(row.actor_id, people),
  service: row.service,
  impersonator: toPersonReference(row.impersonator_id, people),
  person: toPersonReference(row.person_id, people),
  targetId: row.target_id,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
  requestId: row.request_id,
});

function toPersonReference(personId: string | null, people: PeopleById) {
  if (personId === null) return null;
  const person = people.get(personId);
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ').trim();
  return { id: personId, email: person?.email ?? null, name };
}

/** Returns the organization of an entry; without a name if deleted, null for entries of no tenant. */
const toTenantReference = (id: string, names: Map<string, string>) =>
  id === nilTenantId ? null : { id, name: names.get(id) ?? null };

/** Lists the log of an organization, newest first. */
export const list = (tenant: TenantScope, query: AuditQuery) =>
  tenant.run(async (tx) => {
    const { items, next } = await readAuditPage(tx, { ...query, tenantId: tenant.id });
    return { items: items.map(({ entry }) => entry), next };
  });

/** Lists the logs of all organizations, newest first; for the operator. */
export const listAllAuditEntries = (database: Database, query: AuditQuery) =>
  database.operator(async (tx) => {
    const { items, next } = await readAuditPage(tx, query);
    const ids = [...new Set(items.map(({ tenantId }) => tenantId))];
    const tenants = await tx.all(
      db
        .selectFrom('tenants')
        .select(['id', 'name'])
        .where('id', '=', sql<TenantId>`any (${ids}::uuid[])`),
    );
    const names = new Map(tenants.map(({ id, name }) => [id, name]));
    return {
      items: items.map(({ tenantId, entry }) => ({
        ...entry,
        tenant: toTenantReference(tenantId, names),
      })),
      next,
    };
  });
