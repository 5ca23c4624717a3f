import { z } from 'zod';
import { auditNouns } from '#contract/audit-actions.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { id } from '#contract/shapes.ts';
import type { Transaction } from '#server/database/database.ts';
import { db, sql, type RawBuilder, type Row } from '#server/database/query.ts';
import { matchesOf } from '#server/database/search.ts';
import { positionOf } from '#server/http/cursor.ts';

/** Which entries of a log: of an action, by somebody, with a text, between two moments. */
export type Chosen = {
  search: string;
  action: string;
  actor?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
  tenantId?: string | undefined;
};
export type Range = Chosen & { cursor?: string | undefined; limit: number };

/** In place of a tenant where there is none. */
const noTenant = '00000000-0000-0000-0000-000000000000';

/** Entries newest first with the people in them, one more than the page. */
export const newest = async (tx: Transaction, { cursor, limit, search, ...chosen }: Range) => {
  let rows = withPeople.orderBy('entry.id', 'desc').limit(limit + 1);
  for (const condition of conditionsOf(chosen)) rows = rows.where(condition);
  if (search) rows = rows.where(await mentions(tx, search));
  if (cursor === undefined) return rows;
  const [last] = positionOf(cursor, z.tuple([id]));
  return rows.where('entry.id', '<', last);
};

const withPeople = db
  .selectFrom('audit_log as entry')
  .leftJoin('users as actor', 'actor.id', 'entry.actor_id')
  .leftJoin('users as impersonator', 'impersonator.id', 'entry.impersonator_id')
  .leftJoin('users as person', 'person.id', 'entry.person_id')
  .selectAll('entry')
  .select([
    'actor.email as actor_email',
    sql<string>`concat_ws(' ', actor.first_name, actor.last_name)`.as('actor_name'),
    'impersonator.email as impersonator_email',
    sql<string>`concat_ws(' ', impersonator.first_name, impersonator.last_name)`.as(
      'impersonator_name',
    ),
    'person.email as person_email',
    sql<string>`concat_ws(' ', person.first_name, person.last_name)`.as('person_name'),
  ]);

const conditionsOf = ({ action, actor, from, until, tenantId }: Omit<Chosen, 'search'>) => {
  const conditions: RawBuilder<boolean>[] = [];
  // Ids begin with their moment: a stretch of time is a stretch of the index.
  if (from) conditions.push(sql`entry.id >= ${firstIdAt(from)}::uuid`);
  if (until) conditions.push(sql`entry.id < ${firstIdAt(until)}::uuid`);
  if (tenantId) conditions.push(sql`entry.tenant_id = ${tenantId}`);
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

/** Somebody of that name in any part, or the text in what is told. */
const mentions = async (tx: Transaction, search: string) => {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const text = sql<boolean>`entry.action ilike ${like}
    or entry.before::text ilike ${like} or entry.after::text ilike ${like}`;
  const people = await matchesOf(tx, 'users', search);
  if (!people) return sql<boolean>`(${text})`;
  const { ids, condition } = people;
  const named = ids
    ? sql<boolean>`array[entry.actor_id, entry.impersonator_id, entry.person_id] && ${ids}::uuid[]`
    : sql<boolean>`exists (select from users where ${condition}
        and users.id in (entry.actor_id, entry.impersonator_id, entry.person_id))`;
  return sql<boolean>`(${text} or ${named})`;
};

type People = {
  [K in 'actor' | 'impersonator' | 'person' as `${K}_email`]: string | null;
} & { [K in 'actor' | 'impersonator' | 'person' as `${K}_name`]: string };

/** An entry as the wire knows it. */
export const presentEntry = (row: Row<'audit_log'> & People): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actor: somebody(row.actor_id, row.actor_email, row.actor_name),
  impersonator: somebody(row.impersonator_id, row.impersonator_email, row.impersonator_name),
  person: somebody(row.person_id, row.person_email, row.person_name),
  targetId: row.target_id,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
  requestId: row.request_id,
});

const somebody = (of: string | null, email: string | null, name: string) =>
  of === null ? null : { id: of, email, name: name.trim() };

/** Where the next page begins. */
export const position = ({ id: last }: { id: string }) => [last];

/** The organization of an entry, whose name is gone when it is; `null` for the operator's own. */
export const presentTenant = (row: { tenant_id: string; tenant_name: string | null }) =>
  row.tenant_id === noTenant ? null : { id: row.tenant_id, name: row.tenant_name };
