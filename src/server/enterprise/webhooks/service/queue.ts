import type { WebhookAttempt } from '#contract/webhooks/webhooks.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { buildBody, loadRelated, type EventRow } from './body.ts';
import { maxAttempts } from './retries.ts';

/** Endpoint with deliveries that are due. */
export type DueEndpoint = { tenant: TenantId; endpoint: string };

/** Delivery that this process sends; the lease ends after a minute. */
export type ClaimedDelivery = {
  id: string;
  attempts: number;
  event: string;
  /** An error if it can't be built: only this delivery fails for it. */
  body: string | Error;
};

export type SendingEndpoint = {
  url: string;
  signing_key: Buffer;
  former_key: Buffer | null;
  former_until: Date | null;
  failing_since: Date | null;
  disabled_at: Date | null;
  suspended: boolean;
};

/** Endpoint as it was when its deliveries were claimed. */
export type Target = DueEndpoint & { state: SendingEndpoint };

const dueSql = `select tenant_id as tenant, endpoint_id as endpoint from webhook_deliveries
  where next_attempt_at <= now() group by tenant_id, endpoint_id order by min(next_attempt_at)`;

/** Returns the endpoints that have something to send now, the longest waiting first. */
export const listDueEndpoints = async (store: OwnerDatabase) =>
  (await store.query<DueEndpoint>(dueSql, [])).rows;

const endpointSql = `select url, signing_key, former_key, former_until, failing_since, disabled_at,
    suspended_at is not null as suspended
  from webhook_endpoints endpoint join tenants on tenants.id = endpoint.tenant_id
  where endpoint.tenant_id = $1 and endpoint.id = $2`;

/** Returns an endpoint; undefined if it was deleted. */
export const readEndpoint = async (store: OwnerDatabase, { tenant, endpoint }: DueEndpoint) =>
  (await store.query<SendingEndpoint>(endpointSql, [tenant, endpoint])).rows[0];

// Counted before the attempt: one that ends the process is not repeated forever. An array is selected once; `id in (…)`
// may be selected for each row, and skips what it has locked before: more rows than `limit`.
const claimSql = `update webhook_deliveries set
    attempts = attempts + 1, next_attempt_at = now() + interval '1 minute'
  where tenant_id = $1 and id = any (array(
    select id from webhook_deliveries
    where tenant_id = $1 and endpoint_id = $2 and next_attempt_at <= now()
    order by next_attempt_at limit $3 for update skip locked))
  returning id, event_id as event, attempts`;

const eventsSql = `select id, type, subject, body, occurred_at from webhook_events
  where tenant_id = $1 and id = any ($2)`;

const bodySql = `update webhook_events set body = coalesce(body, $3)
  where tenant_id = $1 and id = $2 returning body`;

/** Claims up to `limit` deliveries that are due, each with its body, for one minute. */
export async function claimDeliveries(
  store: OwnerDatabase,
  { tenant, endpoint }: DueEndpoint,
  limit: number,
): Promise<ClaimedDelivery[]> {
  type Claim = { id: string; event: string; attempts: number };
  const { rows: claims } = await store.query<Claim>(claimSql, [tenant, endpoint, limit]);
  if (claims.length === 0) return [];
  // Those that were claimed more often have ended the process, or what loads their event.
  const ids = claims.filter(({ attempts }) => attempts <= maxAttempts).map(({ event }) => event);
  type Event = EventRow & { body: string | Error | null };
  const { rows: events } = await store.query<Event>(eventsSql, [tenant, ids]);
  const unbuilt = events.filter(({ body }) => body === null);
  const related = await loadRelated(store, unbuilt);
  for (const event of unbuilt) {
    const body = tryToBuild(event, related);
    event.body = body;
    if (body instanceof Error) continue;
    const { rows } = await store.query<{ body: string }>(bodySql, [tenant, event.id, body]);
    event.body = rows[0]?.body ?? null;
  }
  const byId = new Map(events.map((event) => [event.id, event]));
  const body = new Error('No attempt left an outcome');
  return claims.map((claim) => ({ ...claim, body: byId.get(claim.event)?.body ?? body }));
}

function tryToBuild(...event: Parameters<typeof buildBody>) {
  try {
    return buildBody(...event);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Outcome of a delivery's attempt; `next`: when it is repeated, null: never. */
export type Outcome = {
  id: string;
  state: 'pending' | 'succeeded' | 'failed';
  next: Date | null;
  attempt: WebhookAttempt;
};

// What another process has given up during the attempt is not repeated.
const recordSql = `update webhook_deliveries as delivery set
    state = case when delivery.next_attempt_at is null and outcome.state = 'pending' then delivery.state
      else outcome.state end,
    next_attempt_at = case when delivery.next_attempt_at is not null then outcome.next end,
    log = delivery.log || outcome.entry
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::jsonb[]) as outcome (id, state, next, entry)
  where delivery.tenant_id = $1 and delivery.id = outcome.id`;

/** Records outcomes and ends the leases. */
export const recordOutcomes = (store: OwnerDatabase, tenant: string, outcomes: Outcome[]) =>
  store.query(recordSql, [
    tenant,
    outcomes.map(({ id }) => id),
    outcomes.map(({ state }) => state),
    outcomes.map(({ next }) => next),
    outcomes.map(({ attempt }) => JSON.stringify(attempt)),
  ]);

const postponeSql = `update webhook_deliveries set next_attempt_at = $3
  where tenant_id = $1 and endpoint_id = $2 and next_attempt_at <= now()`;

/** Postpones all that is due to an endpoint, without counting an attempt. */
export const postpone = (store: OwnerDatabase, { tenant, endpoint }: DueEndpoint, until: Date) =>
  store.query(postponeSql, [tenant, endpoint, until]);

const succeededSql = `update webhook_endpoints set failing_since = null
  where tenant_id = $1 and id = $2 and failing_since is not null`;
const failedSql = `update webhook_endpoints set failing_since = now()
  where tenant_id = $1 and id = $2 and failing_since is null`;

/** Records whether an endpoint works. */
export const noteHealth = (
  store: OwnerDatabase,
  { tenant, endpoint }: DueEndpoint,
  { isFailing }: { isFailing: boolean },
) => store.query(isFailing ? failedSql : succeededSql, [tenant, endpoint]);

const abandonSql = `update webhook_deliveries set state = 'failed', next_attempt_at = null
  where tenant_id = $1 and endpoint_id = $2 and next_attempt_at is not null`;

/** Gives up what waits for an endpoint that was turned off. */
export const abandon = (store: OwnerDatabase, { tenant, endpoint }: DueEndpoint) =>
  store.query(abandonSql, [tenant, endpoint]);
