import type { Database, TenantId } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { sql, statement } from '#server/database/query.ts';
import type { Store } from '#server/mail/sender.ts';
import type { ProviderEvent } from './books.ts';
import { type Billing, convergeTenant } from './converge.ts';

/**
 * Stores an event and queues the job that follows its customer. Returns false when the event is
 * stored already (R-SUB-19).
 */
export async function receive(database: Pick<Database, 'ask'>, event: ProviderEvent) {
  const { id, type, livemode, createdAt, customer, body } = event;
  const [answer] = await database.ask(
    statement(
      sql<{ isNew: boolean }>`select app.receive_event(
        ${id}, ${type}, ${livemode}, ${createdAt}, ${customer}, ${body}) as "isNew"`,
    ),
  );
  return answer?.isNew === true;
}

/** Dependencies of following a customer. */
export type Following = Billing & {
  /** Ends and refunds the subscriptions beyond the one that an organization may have. */
  endDuplicates: (tenant: TenantId, duplicates: string[]) => Promise<void>;
};

const openEvents = `select id from provider_events where customer_id = $1 and settled_at is null`;
const tenantOf = 'select id from tenants where customer_id = $1';
const settle = `update provider_events
  set settled_at = clock_timestamp(), attempts = attempts + 1, last_error = null
  where id = any ($1)`;
const fail = `update provider_events set attempts = attempts + 1, last_error = $2
  where id = any ($1)`;

/**
 * Reconciles the tenant of a customer and settles the events that were stored before. A customer
 * without a tenant belongs to another product, or to an intent that is not finished; finishing that
 * intent reconciles it.
 */
export async function followCustomer(store: Store, billing: Following, customer: string) {
  const { rows } = await store.query<{ id: string }>(openEvents, [customer]);
  const events = rows.map(({ id }) => id);
  try {
    const tenant = await findTenant(store, customer);
    if (tenant) await followTenant(billing, tenant);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await store.query(fail, [events, reason.slice(0, 500)]);
    throw error;
  }
  await store.query(settle, [events]);
}

async function findTenant(store: Store, customer: string): Promise<TenantId | null> {
  const { rows } = await store.query<{ id: string }>(tenantOf, [customer]);
  return rows[0] ? vouch.tenant(rows[0].id) : null;
}

async function followTenant(billing: Following, tenant: TenantId) {
  const { unknownPrices, duplicates } = await convergeTenant(billing, tenant);
  if (duplicates.length > 0) await billing.endDuplicates(tenant, duplicates);
  if (unknownPrices.length === 0) return;
  throw new Error(`Somebody pays for what is not in the catalogue: ${unknownPrices.join(', ')}`);
}
