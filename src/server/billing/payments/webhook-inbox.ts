import type { Database, TenantId } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import type { ReceivedEvent } from '#server/platform/stripe/received-event.ts';
import { type BillingContext, reconcileTenant } from './reconcile.ts';

/** Stores an event and queues a job for its customer; returns false if stored before (R-SUB-19). */
export async function receiveEvent(
  database: Pick<Database, 'queryUnscoped'>,
  event: ReceivedEvent,
) {
  const { id, type, livemode, createdAt, customer, body } = event;
  const [answer] = await database.queryUnscoped(
    sql<{ isNew: boolean }>`select app.receive_event(
        ${id}, ${type}, ${livemode}, ${createdAt}, ${customer}, ${body}) as "isNew"`,
  );
  return answer?.isNew === true;
}

/** Dependencies of reconciling a customer. */
export type ReconcileContext = BillingContext & {
  /** Ends and refunds the subscriptions beyond the one that an organization may have. */
  endDuplicates: (tenant: TenantId, duplicates: string[]) => Promise<void>;
};

const openEventsSql = `select id from provider_events where customer_id = $1 and settled_at is null`;
const tenantSql = 'select id from tenants where customer_id = $1';
const settleEventsSql = `update provider_events
  set settled_at = clock_timestamp(), attempts = attempts + 1, last_error = null
  where id = any ($1)`;
/** The topic's message of the realtime hub, in the form of `app.notify_change`. */
const notifySql = `select pg_notify('hub', jsonb_build_object(
  'kind', 'changed', 'topic', 'subscription', 'tenant', $1::text)::text)`;
const recordFailureSql = `update provider_events set attempts = attempts + 1, last_error = $2
  where id = any ($1)`;

/**
 * Reconciles the tenant of a customer and settles the events stored before. A customer without a tenant
 * belongs to another product, or to an unfinished operation, whose end reconciles it.
 */
export async function reconcileCustomer(
  store: OwnerDatabase,
  billing: ReconcileContext,
  customer: string,
) {
  const { rows } = await store.query<{ id: string }>(openEventsSql, [customer]);
  const events = rows.map(({ id }) => id);
  try {
    const tenant = await findTenantOfCustomer(store, customer);
    if (tenant) {
      await reconcileAndRepair(billing, tenant);
      // Invoices, cards and the provider's clock may have changed although none of our rows did.
      await store.query(notifySql, [tenant]);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await store.query(recordFailureSql, [events, reason.slice(0, 500)]);
    throw error;
  }
  await store.query(settleEventsSql, [events]);
}

async function findTenantOfCustomer(
  store: OwnerDatabase,
  customer: string,
): Promise<TenantId | null> {
  const { rows } = await store.query<{ id: TenantId }>(tenantSql, [customer]);
  return rows[0]?.id ?? null;
}

async function reconcileAndRepair(billing: ReconcileContext, tenant: TenantId) {
  const { unknownPrices, duplicates } = await reconcileTenant(billing, tenant);
  if (duplicates.length > 0) await billing.endDuplicates(tenant, duplicates);
  if (unknownPrices.length === 0) return;
  throw new Error(`subscription price missing from the catalog: ${unknownPrices.join(', ')}`);
}
