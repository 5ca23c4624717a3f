import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { providerEvents } from '#contract/provider-events.ts';
import { opaqueText } from '#contract/shapes.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, sql, type RawBuilder } from '#server/platform/database/query.ts';
import {
  isInState,
  isOneOf,
  isWithinDays,
  searchCondition,
} from '#server/platform/database/search.ts';
import { readSortedPage, timestampText } from '#server/platform/http/contract/cursor.ts';

type EventQuery = HandlerInput<(typeof providerEvents)['endpoints']['getAllOfAll']>['query'];

/** Lists the provider's events with their tenants; for the operator. */
export const list = (
  database: Database,
  { failed, search, state, type, sort, descending, ...page }: EventQuery,
) =>
  database.operator(async (tx) => {
    const ofTenants = await searchCondition(tx, search, {
      table: 'tenants',
      column: sql<string>`tenants.id`,
    });
    const { items, next } = await readSortedPage(tx, page, {
      rows: eventsWithTenants
        .where(ofTenants)
        .where(isInState(states, { id: sql`event.id`, chosen: failed ? ['failing'] : state }))
        .where(isOneOf(sql`event.type`, type))
        .where(isWithinDays(sql`event.created_at`, [page.createdAtFrom, page.createdAtTo])),
      key: sortKeys[sort],
      keySchema: timestampText,
      id: sql`event.id`,
      idSchema: opaqueText(255),
      descending,
      isFiltered: true,
    });
    const toRecord = (row: (typeof items)[number]) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at.toISOString(),
      receivedAt: row.received_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
      attempts: row.attempts,
      lastError: row.last_error,
      customer: row.customer_id,
      tenant: row.tenant_id === null ? null : { id: row.tenant_id, name: row.tenant_name ?? '' },
    });
    return { items: items.map(toRecord), next };
  });

const sortKeys = {
  receivedAt: sql<string>`event.received_at`,
  createdAt: sql<string>`event.created_at`,
};

const states: ReadonlyMap<string, RawBuilder<boolean>> = new Map([
  ['settled', sql<boolean>`event.settled_at is not null`],
  ['waiting', sql<boolean>`event.settled_at is null and event.last_error is null`],
  ['failing', sql<boolean>`event.settled_at is null and event.last_error is not null`],
]);

/** Queues an event to be followed again; 404 for an unknown event. For the operator. */
export const replay = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const asked = sql<{ done: boolean }>`select app.replay_event(${id}) as done`;
    if (!(await tx.one(asked)).done) throw new Failure('notFound');
  });

const eventsWithTenants = db
  .selectFrom('provider_events as event')
  .leftJoin('tenants', 'tenants.customer_id', 'event.customer_id')
  .select(['event.id', 'event.type', 'event.created_at', 'event.received_at', 'event.settled_at'])
  .select(['event.attempts', 'event.last_error', 'event.customer_id'])
  .select(['tenants.id as tenant_id', 'tenants.name as tenant_name']);
