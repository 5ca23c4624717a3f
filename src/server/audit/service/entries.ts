import { z } from 'zod';
import { auditNouns } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { Page } from '#contract/endpoint.ts';
import { id } from '#contract/shapes.ts';
import type { Transaction } from '#server/database/database.ts';
import { db, sql, statement, type RawBuilder, type Row } from '#server/database/query.ts';
import { wordsOf } from '#server/database/search.ts';
import { cursorOf, positionOf } from '#server/http/cursor.ts';

/** Filters of a log: action, actor, text and period. */
export type Chosen = {
  search: string;
  action: string;
  actor?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  tenantId?: string | undefined;
};
export type Range = Chosen & { cursor?: string | undefined; limit: number };

/** Tenant id of entries that belong to no tenant. */
const noTenant = '00000000-0000-0000-0000-000000000000';

/**
 * Maximum number of entries scanned for one filtered page. The page ends there with a cursor, even if it is
 * not full: a search without hits in a long log takes many short statements instead of a long one.
 */
const looksAt = 10_000;

const entries = db.selectFrom('audit_log as entry').selectAll('entry');

/** Entry with the id of its tenant. */
type LogEntry = { entry: AuditEntry; tenantId: string };

/** Returns a page of the log, newest first, with the names of the people in it. */
export async function pageOfLog(tx: Transaction, range: Range): Promise<Page<LogEntry>> {
  const { cursor, limit, search, ...chosen } = range;
  const [last] = cursor === undefined ? [] : positionOf(cursor, z.tuple([id]));
  const within = boundsOf({ ...chosen, last });
  const filters = filtersOf(chosen);
  let stretch = entries.orderBy('entry.id', 'desc');
  for (const condition of within) stretch = stretch.where(condition);
  const isFiltered = search !== '' || filters.length > 0;
  const end = isFiltered
    ? await tx.first(
        stretch
          .clearSelect()
          .select('entry.id')
          .offset(looksAt - 1)
          .limit(1),
      )
    : undefined;
  let query = stretch.limit(limit + 1);
  if (end) query = query.where('entry.id', '>=', end.id);
  for (const condition of filters) query = query.where(condition);
  if (search) query = query.where(await mentions(tx, search, { ...chosen, last, first: end?.id }));
  const rows = await tx.all(query);
  const people = await peopleIn(tx, rows);
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? shown.at(-1) : end;
  return {
    items: shown.map((row) => ({ entry: presentEntry(row, people), tenantId: row.tenant_id })),
    next: next ? cursorOf([next.id]) : null,
  };
}

type Bounds = Pick<Chosen, 'from' | 'until' | 'tenantId'> & { last?: string | undefined };

/**
 * Returns conditions for a period as ranges of ids: UUIDv7 starts with the time, so an index scan suffices.
 */
const boundsOf = ({ from, until, tenantId, last }: Bounds) => {
  const conditions: RawBuilder<boolean>[] = [];
  if (from) conditions.push(sql`entry.id >= ${firstIdAt(from)}::uuid`);
  if (until) conditions.push(sql`entry.id < ${firstIdAt(until)}::uuid`);
  if (last) conditions.push(sql`entry.id < ${last}::uuid`);
  if (tenantId) conditions.push(sql`entry.tenant_id = ${tenantId}`);
  return conditions;
};

const filtersOf = ({ action, actor }: Omit<Chosen, 'search'>) => {
  const conditions: RawBuilder<boolean>[] = [];
  if (actor) conditions.push(sql`${actor}::uuid in (entry.actor_id, entry.impersonator_id)`);
  if (isNoun(action)) conditions.push(sql`starts_with(entry.action, ${`${action}.`})`);
  else if (action) conditions.push(sql`entry.action = ${action}`);
  return conditions;
};

const isNoun = (action: string) => (auditNouns as readonly string[]).includes(action);

const firstIdAt = (instant: string) => {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
};

type Stretch = Bounds & { first: string | undefined };

/**
 * Returns the condition for entries that name a matching person, or contain the text in action or values.
 */
const mentions = async (tx: Transaction, search: string, stretch: Stretch) => {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const text = sql<boolean>`entry.action ilike ${like}
    or entry.before::text ilike ${like} or entry.after::text ilike ${like}`;
  const words = wordsOf(search);
  if (words === undefined) return sql<boolean>`(${text})`;
  const { tenantId = null, from, until, last, first } = stretch;
  const named = await tx.all(
    statement(sql<{ id: string }>`
      select id from app.people_named_in_log(
        ${tenantId}::uuid,
        ${first ?? (from ? firstIdAt(from) : noTenant)}::uuid,
        ${last ?? (until ? firstIdAt(until) : lastId)}::uuid,
        ${words}) as id`),
  );
  const ids = named.map((person) => person.id);
  return sql<boolean>`(${text}
    or array[entry.actor_id, entry.impersonator_id, entry.person_id] && ${ids}::uuid[])`;
};

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Entry = Row<'audit_log'>;
type Named = Pick<Row<'users'>, 'id' | 'email' | 'first_name' | 'last_name'>;
type People = Map<string, Named>;

/** Returns the people in these entries by id. */
const peopleIn = async (tx: Transaction, rows: Entry[]): Promise<People> => {
  const found = await tx.all(
    statement(sql<Named>`select * from app.people_in_log(${rows.map((row) => row.id)}::uuid[])`),
  );
  return new Map(found.map((person) => [person.id, person]));
};

/** Converts a row to the entry of a reply. */
const presentEntry = (row: Entry, people: People): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: somebody(row.actor_id, people),
  impersonator: somebody(row.impersonator_id, people),
  person: somebody(row.person_id, people),
  targetId: row.target_id,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
  requestId: row.request_id,
});

const somebody = (of: string | null, people: People) => {
  if (of === null) return null;
  const known = people.get(of);
  const name = [known?.first_name, known?.last_name].filter(Boolean).join(' ').trim();
  return { id: of, email: known?.email ?? null, name };
};

/**
 * Returns the organization of an entry, without name if it was deleted; `null` for entries without a
 * tenant.
 */
export const presentTenant = (id: string, names: Map<string, string>) =>
  id === noTenant ? null : { id, name: names.get(id) ?? null };
