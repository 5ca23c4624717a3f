import { z } from 'zod';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { providerEvents } from '#contract/provider-events.ts';
import { opaqueText } from '#contract/shapes.ts';
import type { Database } from '#server/database/database.ts';
import { db, sql, statement } from '#server/database/query.ts';
import { timestampText, toPage, decodeCursor } from '#server/http/contract/cursor.ts';

type EventQuery = HandlerInput<(typeof providerEvents)['endpoints']['getAllOfAll']>['query'];

/** The sort key; its time as PostgreSQL's text, because a JavaScript date drops microseconds. */
const keyset = z.tuple([timestampText, opaqueText(255)]);

/** Lists the provider's events with their tenants, newest first; for the operator. */
export const list = (database: Database, range: EventQuery) =>
  database.operator(async (tx) =>
    toPage(await tx.all(selectEvents(range)), {
      ...range,
      toRecord: toRecord,
      sortKey: ({ received, id }) => [received, id],
    }),
  );

/** Queues an event to be followed again; 404 for an unknown event. For the operator. */
export const replay = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const asked = sql<{ done: boolean }>`select app.replay_event(${id}) as done`;
    if (!(await tx.one(statement(asked))).done) throw new Failure('notFound');
  });

/** Selects one row more than the page, which shows whether a next page exists. */
const selectEvents = ({ cursor, limit, failed }: EventQuery) => {
  const rows = db
    .selectFrom('provider_events as event')
    .leftJoin('tenants', 'tenants.customer_id', 'event.customer_id')
    .select([
      'event.id',
      'event.type',
      'event.created_at',
      'event.received_at',
      'event.settled_at',
      'event.attempts',
      'event.last_error',
      'event.customer_id',
      'tenants.id as tenant_id',
      'tenants.name as tenant_name',
    ])
    .select(sql<string>`event.received_at::text`.as('received'))
    .orderBy('event.received_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit + 1)
    .$if(failed, (all) =>
      all.where('event.settled_at', 'is', null).where('event.last_error', 'is not', null),
    );
  if (cursor === undefined) return rows;
  const [received, id] = decodeCursor(cursor, keyset);
  return rows.where(
    sql<boolean>`(event.received_at, event.id) < (${received}::timestamptz, ${id})`,
  );
};

type EventRow =
  ReturnType<typeof selectEvents> extends { execute(): Promise<(infer R)[]> } ? R : never;

const toRecord = (row: EventRow) => ({
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
