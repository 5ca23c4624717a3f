import { z } from 'zod';
import { auditNouns } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Page } from '#contract/endpoint.ts';
import { id } from '#contract/shapes.ts';
import type { DbTransaction, Database, TenantId } from '#server/database/database.ts';
import { maxUuid, nilUuid } from '#server/database/isolation/ids.ts';
import { db, sql, statement, type RawBuilder, type TableRow } from '#server/database/query.ts';
import { toPrefixQuery } from '#server/database/search.ts';
import { encodeCursor, decodeCursor } from '#server/http/contract/cursor.ts';
import type { TenantScope } from '#server/http/contract/guard.ts';

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

/**
 * Maximum number of entries scanned for one filtered page. The page ends there with a cursor, even if it is
 * not full: a search without hits in a long log takes many short statements instead of a long one.
 */
const maxScannedEntries = 10_000;

const auditEntries = db.selectFrom('audit_log as entry').selectAll('entry');

type LogEntry = { entry: AuditEntry; tenantId: string };

/** Returns a page of the log, newest first, with the names of the people in it. */
async function readAuditPage(tx: DbTransaction, query: AuditQuery): Promise<Page<LogEntry>> {
  const { cursor, limit, search, ...filter } = query;
  const [last] = cursor === undefined ? [] : decodeCursor(cursor, z.tuple([id]));
  const bounds = boundConditions({ ...filter, last });
  const filters = filterConditions(filter);
  let scan = auditEntries.orderBy('entry.id', 'desc');
  for (const condition of bounds) scan = scan.where(condition);
  const isFiltered = search !== '' || filters.length > 0;
  const end = isFiltered
    ? await tx.first(
        scan
          .clearSelect()
          .select('entry.id')
          .offset(maxScannedEntries - 1)
          .limit(1),
      )
    : undefined;
  let matches = scan.limit(limit + 1);
  if (end) matches = matches.where('entry.id', '>=', end.id);
  for (const condition of filters) matches = matches.where(condition);
  if (search)
    matches = matches.where(
      await mentionCondition(tx, search, { ...filter, last, first: end?.id }),
    );
  const rows = await tx.all(matches);
  const people = await loadPeople(tx, rows);
  const page = rows.slice(0, limit);
  const next = rows.length > limit ? page.at(-1) : end;
  return {
    items: page.map((row) => ({ entry: toAuditEntry(row, people), tenantId: row.tenant_id })),
    next: next ? encodeCursor([next.id]) : null,
  };
}

type ScanBounds = Pick<AuditFilter, 'from' | 'until' | 'tenantId'> & { last?: string | undefined };

/** Returns conditions for a period as ranges of ids, for an index scan: UUIDv7 starts with the time. */
const boundConditions = ({ from, until, tenantId, last }: ScanBounds) => {
  const conditions: RawBuilder<boolean>[] = [];
  if (from) conditions.push(sql`entry.id >= ${firstUuidAt(from)}::uuid`);
  if (until) conditions.push(sql`entry.id < ${firstUuidAt(until)}::uuid`);
  if (last) conditions.push(sql`entry.id < ${last}::uuid`);
  if (tenantId) conditions.push(sql`entry.tenant_id = ${tenantId}`);
  return conditions;
};

const filterConditions = ({ action, actor }: Omit<AuditFilter, 'search'>) => {
  const conditions: RawBuilder<boolean>[] = [];
  if (actor) conditions.push(sql`${actor}::uuid in (entry.actor_id, entry.impersonator_id)`);
  if (isNoun(action)) conditions.push(sql`starts_with(entry.action, ${`${action}.`})`);
  else if (action) conditions.push(sql`entry.action = ${action}`);
  return conditions;
};

const isNoun = (action: string) => (auditNouns as readonly string[]).includes(action);

const firstUuidAt = (instant: string) => {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
};

type ScanRange = ScanBounds & { first: string | undefined };

/** Returns the condition for entries that name a matching person or contain the text. */
const mentionCondition = async (tx: DbTransaction, search: string, range: ScanRange) => {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const text = sql<boolean>`entry.action ilike ${like}
    or entry.before::text ilike ${like} or entry.after::text ilike ${like}`;
  const words = toPrefixQuery(search);
  if (words === undefined) return sql<boolean>`(${text})`;
  const { tenantId = null, from, until, last, first } = range;
  const people = await tx.all(
    statement(sql<{ id: string }>`
      select id from app.people_named_in_log(
        ${tenantId}::uuid,
        ${first ?? (from ? firstUuidAt(from) : nilUuid)}::uuid,
        ${last ?? (until ? firstUuidAt(until) : maxUuid)}::uuid,
        ${words}) as id`),
  );
  const ids = people.map((person) => person.id);
  return sql<boolean>`(${text}
    or array[entry.actor_id, entry.impersonator_id, entry.person_id] && ${ids}::uuid[])`;
};

type AuditRow = TableRow<'audit_log'>;
type PersonRow = Pick<TableRow<'users'>, 'id' | 'email' | 'first_name' | 'last_name'>;
type PeopleById = Map<string, PersonRow>;

const loadPeople = async (tx: DbTransaction, rows: AuditRow[]): Promise<PeopleById> => {
  const people = await tx.all(
    statement(
      sql<PersonRow>`select * from app.people_in_log(${rows.map((row) => row.id)}::uuid[])`,
    ),
  );
  return new Map(people.map((person) => [person.id, person]));
};

const toAuditEntry = (row: AuditRow, people: PeopleById): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: toPersonReference(row.actor_id, people),
  impersonator: toPersonReference(row.impersonator_id, people),
  person: toPersonReference(row.person_id, people),
  targetId: row.target_id,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
  requestId: row.request_id,
});

const toPersonReference = (personId: string | null, people: PeopleById) => {
  if (personId === null) return null;
  const person = people.get(personId);
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ').trim();
  return { id: personId, email: person?.email ?? null, name };
};

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
