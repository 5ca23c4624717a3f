import type { SqlExecutor } from '#sandbox/stripe/store/store.ts';
import type { Event } from '#sandbox/stripe/store/types.ts';

export const deliveryModes = ['normal', 'off', 'duplicate', 'shuffle'] as const;
export type DeliveryMode = (typeof deliveryModes)[number];

/** Delivery mode for webhooks from now on; the delay is in seconds of the sandbox's clock. */
export type DeliverySettings = {
  mode: DeliveryMode;
  delaySeconds: number;
};

/** Delivery of an event; times are epoch seconds of the sandbox's clock. */
export type WebhookDelivery = {
  id: string;
  event: string;
  attempts: number;
  /** Time of the next attempt; null once delivered or given up. */
  nextAt: number | null;
  deliveredAt: number | null;
  lastError: string | null;
};

/** Delivery attempt that this process has claimed. */
export type DeliveryAttempt = {
  id: string;
  /** Number of attempts, including this one. */
  attempts: number;
  event: Event;
};

/** Window in seconds within which shuffled events are delivered in random order. */
export const shuffleWindowSeconds = 2;

/** Queues a recorded event for delivery, as the mode says: not at all, once or twice. */
export async function enqueueDelivery(
  queries: SqlExecutor,
  event: string,
  now: number,
): Promise<void> {
  await queries.query(
    `insert into sandbox.deliveries (event, next_at)
     select $1, $2::float8 + delay_seconds
         + case delivery_mode when 'shuffle' then random() * ${shuffleWindowSeconds} else 0 end
     from sandbox.settings, generate_series(1, case delivery_mode when 'duplicate' then 2 else 1 end)
     where delivery_mode <> 'off'`,
    [event, now],
  );
}

/** Queues an event for another delivery, whatever the mode; returns false for an unknown event. */
export async function resendEvent(queries: SqlExecutor, event: string): Promise<boolean> {
  const { rows } = await queries.query(
    `insert into sandbox.deliveries (event, next_at)
     select id, ${sandboxNow} from sandbox.objects where id = $1 and kind = 'event' returning id`,
    [event],
  );
  return rows.length > 0;
}

const sandboxNow = `(select floor(extract(epoch from clock_timestamp()))::float8 + offset_seconds
  from sandbox.clock)`;
const isDue = 'next_at <= $1';

/**
 * Claims the next attempt that is due by a given time; no other process gets it while the claim lasts.
 */
export async function claimDelivery(
  queries: SqlExecutor,
  by: number,
): Promise<DeliveryAttempt | undefined> {
  const { rows } = await queries.query<DeliveryAttempt & Record<string, unknown>>(
    `with claimed as (
       update sandbox.deliveries
       set attempts = attempts + 1, claimed_until = clock_timestamp() + interval '30 seconds'
       where id = (
         select id from sandbox.deliveries
         where ${isDue} and (claimed_until is null or claimed_until < clock_timestamp())
         order by next_at, id limit 1 for update skip locked
       )
       returning id, attempts, event
     )
     select claimed.id, claimed.attempts, objects.data as event
     from claimed join sandbox.objects on objects.id = claimed.event`,
    [by],
  );
  return rows[0];
}

/** Returns true while a delivery is due by a given time, claimed or not. */
export async function hasDueDelivery(queries: SqlExecutor, by: number): Promise<boolean> {
  const text = `select 1 from sandbox.deliveries where ${isDue} limit 1`;
  return (await queries.query(text, [by])).rows.length > 0;
}

export async function recordDeliverySuccess(
  queries: SqlExecutor,
  { id }: DeliveryAttempt,
): Promise<void> {
  await queries.query(
    `update sandbox.deliveries
     set delivered_at = ${sandboxNow}, next_at = null, claimed_until = null, last_error = null
     where id = $1`,
    [id],
  );
}

/** Records why an attempt failed and schedules the next one: like Stripe, for about three days. */
export async function recordDeliveryFailure(
  queries: SqlExecutor,
  { id, attempts }: DeliveryAttempt,
  error: string,
): Promise<void> {
  await queries.query(
    `update sandbox.deliveries
     set next_at = ${sandboxNow} + $2::float8, claimed_until = null, last_error = $3
     where id = $1`,
    [id, backoffSeconds[attempts - 1] ?? null, error],
  );
}

const minute = 60;
const hour = 60 * minute;
const backoffSeconds = [5, 30, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour]
  // Then once a day.
  .concat(24 * hour, 24 * hour);

/** Number of days for which Stripe keeps an event. */
const keptDays = 30;

/**
 * Deletes events older than thirty days, finished deliveries of them, and idempotent replies older than
 * a day. Keeps events of detached payment methods: they show that these can't be used again.
 */
export async function purgeExpired(queries: SqlExecutor): Promise<void> {
  const due = `created < ${sandboxNow} - $1::float8`;
  const days = (count: number) => [count * 24 * hour];
  await queries.query(
    `delete from sandbox.deliveries using sandbox.objects
     where objects.id = deliveries.event and next_at is null and objects.${due}`,
    days(keptDays),
  );
  await queries.query(
    `delete from sandbox.objects where kind = 'event' and ${due}
       and data ->> 'type' <> 'payment_method.detached'
       and not exists (select from sandbox.deliveries where event = objects.id)`,
    days(keptDays),
  );
  await queries.query(`delete from sandbox.idempotency_keys where ${due}`, days(1));
}

/** Lists the newest deliveries, newest first. */
export async function listDeliveries(
  queries: SqlExecutor,
  limit: number,
): Promise<WebhookDelivery[]> {
  const { rows } = await queries.query<WebhookDelivery & Record<string, unknown>>(
    `select id, event, attempts, next_at as "nextAt", delivered_at as "deliveredAt",
       last_error as "lastError"
     from sandbox.deliveries order by id desc limit $1`,
    [limit],
  );
  return rows;
}

export async function readDeliverySettings(queries: SqlExecutor): Promise<DeliverySettings> {
  const { rows } = await queries.query<DeliverySettings & Record<string, unknown>>(
    `select delivery_mode as mode, delay_seconds as "delaySeconds" from sandbox.settings`,
    [],
  );
  const { mode = 'normal', delaySeconds = 0 } = rows[0] ?? {};
  return { mode, delaySeconds };
}

export async function saveDeliverySettings(
  queries: SqlExecutor,
  settings: DeliverySettings,
): Promise<void> {
  await queries.query('update sandbox.settings set delivery_mode = $1, delay_seconds = $2', [
    settings.mode,
    settings.delaySeconds,
  ]);
}

/** Returns the signing secret of the webhooks; all processes on this database share it. */
export async function readWebhookSecret(queries: SqlExecutor): Promise<string> {
  const text = 'select webhook_secret as secret from sandbox.settings';
  const secret = (await queries.query<{ secret: string }>(text, [])).rows[0]?.secret;
  if (!secret) throw new Error('The sandbox has no settings: was createSchema called?');
  return secret;
}
