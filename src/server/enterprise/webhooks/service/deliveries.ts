import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { id as idSchema } from '#contract/shapes.ts';
import { testEvent } from '#contract/webhooks/event-names.ts';
import type {
  Delivery,
  DeliveryDetails,
  DeliveryState,
  WebhookAttempt,
} from '#contract/webhooks/webhooks.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { TenantReader, TenantScope } from '#server/platform/http/contract/guard.ts';
import { messageIdOf } from './body.ts';

const selectDeliveries = db
  .selectFrom('webhook_deliveries as delivery')
  .innerJoin('webhook_events as event', (join) =>
    join
      .onRef('event.tenant_id', '=', 'delivery.tenant_id')
      .onRef('event.id', '=', 'delivery.event_id'),
  )
  .where('delivery.tenant_id', '=', scopeTenant)
  .select([
    'delivery.id',
    'delivery.endpoint_id',
    'delivery.event_id',
    'delivery.state',
    'delivery.attempts',
    'delivery.next_attempt_at',
    'delivery.log',
    'event.type',
    'event.occurred_at',
  ]);

type DeliveryRow = {
  id: string;
  event_id: string;
  type: string;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
  log: unknown;
  occurred_at: Date;
};

const logOf = ({ log }: DeliveryRow) => log as WebhookAttempt[];

const toRecord = (row: DeliveryRow): Delivery => ({
  id: row.id,
  messageId: messageIdOf(row.event_id),
  type: row.type as Delivery['type'],
  state: row.state as DeliveryState,
  occurredAt: row.occurred_at.toISOString(),
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  last: logOf(row).at(-1) ?? null,
});

const selectEndpoint = (id: string) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'disabled_at'])
    .where('tenant_id', '=', scopeTenant)
    .where('id', '=', id);

/** Lists the deliveries to an endpoint, newest first; 404 if the organization has none with this id (R-WHK-07). */
export async function listDeliveries(
  { read }: TenantReader,
  { id, cursor, limit, state }: PageQuery & { id: string; state?: DeliveryState | undefined },
) {
  const [endpoint] = await read(selectEndpoint(id));
  orNotFound(endpoint);
  let newest = selectDeliveries
    .where('delivery.endpoint_id', '=', id)
    .orderBy('delivery.id', 'desc')
    .limit(limit + 1);
  if (state !== undefined) newest = newest.where('delivery.state', '=', state);
  if (cursor !== undefined) {
    const [last] = decodeCursor(cursor, z.tuple([idSchema]));
    newest = newest.where('delivery.id', '<', last);
  }
  return toPage((await read(newest)).map(toRecord), limit, (delivery) => [delivery.id]);
}

/** Returns a delivery with its body and its attempts (R-WHK-07). */
export async function getDelivery({ read }: TenantReader, id: string): Promise<DeliveryDetails> {
  const [row] = await read(selectDeliveries.select('event.body').where('delivery.id', '=', id));
  const found = orNotFound(row);
  return { ...toRecord(found), body: found.body, log: logOf(found) };
}

/** Throws `notFound` or `webhook.disabled` unless the organization has this endpoint and it is on. */
async function assertEnabled(tx: DbTransaction, id: string) {
  const endpoint = await tx.first(selectEndpoint(id).forUpdate());
  if (!endpoint) throw new Failure('notFound');
  if (endpoint.disabled_at) throw new Failure('webhook.disabled');
}

const loadDelivery = async (tx: DbTransaction, id: string) =>
  toRecord(orNotFound(await tx.first(selectDeliveries.where('delivery.id', '=', id))));

/** Queues a test event for an endpoint, whatever it subscribes to (R-WHK-08). */
export const sendTest = (tenant: TenantScope, endpoint: string) =>
  tenant.run(async (tx) => {
    await assertEnabled(tx, endpoint);
    const event = await tx.one(
      db
        .insertInto('webhook_events')
        .values({ tenant_id: tenant.id, type: testEvent, subject: '{}' })
        .returning('id'),
    );
    const { id } = await tx.one(
      db
        .insertInto('webhook_deliveries')
        .values({ tenant_id: tenant.id, endpoint_id: endpoint, event_id: event.id })
        .returning('id'),
    );
    return loadDelivery(tx, id);
  });

const requeue = db
  .updateTable('webhook_deliveries')
  .set({ state: 'pending', attempts: 0, next_attempt_at: sql<Date>`now()` })
  .where('tenant_id', '=', scopeTenant);

/** Matches deliveries in these states, and those that wait for a later attempt; none that is claimed or about to be sent. */
const isIdle = (states: DeliveryState[]) =>
  sql<boolean>`(state = any (${states}::text[])
    or state = 'pending' and next_attempt_at > now() + interval '1 minute')`;

/** Queues a delivery again, with the same message id; one that waits for its next attempt is sent now (R-WHK-08). */
export const replayDelivery = (tenant: TenantScope, id: string) =>
  tenant.run(async (tx) => {
    const found = orNotFound(await tx.first(selectDeliveries.where('delivery.id', '=', id)));
    await assertEnabled(tx, found.endpoint_id);
    await tx.run(requeue.where('id', '=', id).where(isIdle(['failed', 'succeeded'])));
    return loadDelivery(tx, id);
  });

type Period = { id: string; from: string; to: string; onlyFailed: boolean };

/** Queues again what was delivered to an endpoint in a period, or only what failed or waits; returns how many (R-WHK-08). */
export const replayDeliveries = (tenant: TenantScope, { id, from, to, onlyFailed }: Period) =>
  tenant.run(async (tx) => {
    await assertEnabled(tx, id);
    const events = db
      .selectFrom('webhook_events')
      .select('id')
      .where('tenant_id', '=', scopeTenant)
      .where('occurred_at', '>=', new Date(from))
      .where('occurred_at', '<=', new Date(to));
    const count = await tx.run(
      requeue
        .where('endpoint_id', '=', id)
        .where(isIdle(onlyFailed ? ['failed'] : ['failed', 'succeeded']))
        .where('event_id', 'in', events),
    );
    return { count };
  });
