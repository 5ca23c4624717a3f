import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/jobs/logger.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import { hasEndedGrant } from '#server/platform/stripe/grant-terms.ts';
import {
  isMarkedSuspended,
  type ProviderSubscription,
  toTenantProductRow,
} from '#server/platform/stripe/subscription-snapshot.ts';
import { findDuplicates } from './duplicates.ts';
import { renewalNoticeLead } from './renewal-notifications.ts';
import { receiveEvent } from './webhook-inbox.ts';

export type ReconcileAllOptions = {
  store: OwnerDatabase;
  database: Pick<Database, 'queryUnscoped'>;
  stripe: Pick<StripeClient, 'forEachEvent' | 'listLiveSubscriptions'>;
  logger: Logger;
  reconcileCustomer: (customer: string) => Promise<void>;
  /** Finishes or undoes billing operations that were left unfinished. */
  resumeOperations: () => Promise<void>;
};

// Reads the last hour again: an event may be listed after newer ones. A mark in the future is from a clock of before.
const startReadingSql = `select app.billing_now() as now, coalesce(
    (select least(read_until, app.billing_now()) - interval '1 hour' from app.provider_event_reads),
    app.billing_now() - interval '3 days') as since`;

// Of two runs at once the last to end sets the mark: an earlier mark only reads more.
const endReadingSql = `insert into app.provider_event_reads (read_until) values ($1)
  on conflict (id) do update set read_until = excluded.read_until`;

const pendingCustomersSql = `select distinct customer_id as customer from provider_events
  where settled_at is null and customer_id is not null
  union select t.customer_id from disputes d join tenants t on t.id = d.tenant_id
  where d.answer is not null and t.customer_id is not null`;

const heldSubscriptionsSql = `select t.customer_id as customer, p.service_id as id, pr.service_id as price, p.status,
    p.trial_ends, p.end_date, p.granted, p.recurring_discount > 0 as discounted, r.card_expires,
    t.suspended_at is not null as suspended,
    p.status = 'past_due' or coalesce(p.end_date <= app.billing_now(), false)
      or p.status = 'trialing' and p.trial_ends <= app.billing_now() + interval '3 days' as "isDue"
  from tenants t
  join tenant_products p on p.tenant_id = t.id
  join subscription_prices pr on pr.id = p.subscription_price_id
  left join billing_reconciliations r on r.tenant_id = t.id
  where t.customer_id is not null and p.service_id like 'sub\\_%' and p.status <> 'canceled'`;

type HeldSubscription = {
  customer: string;
  id: string;
  price: string;
  status: string;
  trial_ends: Date | null;
  end_date: Date | null;
  granted: boolean;
  discounted: boolean;
  suspended: boolean;
  card_expires: Date | null;
  /** True when the passing of time alone may cause a change or a notification. */
  isDue: boolean;
};

/**
 * Reconciles without webhooks: fetches missed events, resumes unfinished operations, compares all
 * subscriptions, then reconciles customers with a difference, an open event or a due date (R-SUB-02).
 */
export async function reconcileAll(options: ReconcileAllOptions): Promise<void> {
  const { store, stripe, logger } = options;
  const read = await fetchMissedEvents(options);
  await options.resumeOperations().catch((error: unknown) => {
    logger.error({ err: error }, 'resuming billing operations failed');
  });
  const [live, { rows: ours }, { rows: open }] = await Promise.all([
    stripe.listLiveSubscriptions(),
    store.query<HeldSubscription>(heldSubscriptionsSql, []),
    store.query<{ customer: string }>(pendingCustomersSql, []),
  ]);
  const drifted = findDriftedCustomers(live, ours);
  if (drifted.length > 0)
    logger.info(
      { customers: drifted.length },
      'subscriptions differ from the provider; reconciling',
    );
  const due = ours.filter(({ isDue }) => isDue);
  const announced = [
    ...live.filter(({ currentPeriodEnd: end }) => isAnnouncedIn(end, read)),
    ...ours.filter(({ card_expires: end }) => isAnnouncedIn(end, read)),
  ];
  const customers = new Set([
    ...drifted,
    ...[...due, ...announced, ...open].map(({ customer }) => customer),
  ]);
  await forEachConcurrently([...customers], async (customer) => {
    await options.reconcileCustomer(customer).catch((error: unknown) => {
      logger.warn({ err: error, customer }, 'customer reconciliation failed');
    });
  });
}

/** Stores the events since the last reading that stored all of its own; one that fails is repeated from its beginning. */
async function fetchMissedEvents({ store, stripe, database }: ReconcileAllOptions) {
  const { rows } = await store.query<{ now: Date; since: Date }>(startReadingSql, []);
  const [{ now, since } = { now: new Date(), since: new Date(0) }] = rows;
  await stripe.forEachEvent(since, (event) => receiveEvent(database, event));
  await store.query(endReadingSql, [now]);
  return { now, since };
}

/** Returns true when the time to announce a renewal or the end of a card has come since the last run. */
function isAnnouncedIn(end: Date | null, { now, since }: { now: Date; since: Date }) {
  const at = end && new Date(end.getTime() - renewalNoticeLead);
  return at !== null && at > since && at <= now;
}

/** Returns the customers whose running subscriptions differ from our rows or are duplicates. */
function findDriftedCustomers(live: ProviderSubscription[], ours: HeldSubscription[]): string[] {
  const theirs = new Map(live.map((found) => [found.id, found]));
  const known = new Set(ours.map(({ id }) => id));
  const changed = ours.filter((row) => {
    const found = theirs.get(row.id);
    if (!found || comparisonKeyOf(found) !== comparisonKeyOfRow(row)) return true;
    // Not the reverse: a discount may be for one payment or another product.
    return row.discounted && !found.isDiscounted;
  });
  const unseen = live.filter(({ id, status }) => !known.has(id) && status !== 'incomplete');
  const byCustomer = Map.groupBy(live, ({ customer }) => customer);
  const doubled = [...byCustomer.values()].flatMap(findDuplicates);
  const marked = live.filter(hasEndedGrant);
  return [...changed, ...unseen, ...doubled, ...marked].map(({ customer }) => customer);
}

const comparisonKeyOf = (found: ProviderSubscription) =>
  comparisonKeyOfRow({
    ...toTenantProductRow(found),
    price: found.priceServiceId ?? '',
    suspended: isMarkedSuspended(found),
  });

const comparisonKeyOfRow = (
  row: Omit<HeldSubscription, 'customer' | 'id' | 'discounted' | 'card_expires' | 'isDue'>,
) =>
  JSON.stringify([row.price, row.status, row.trial_ends, row.end_date, row.granted, row.suspended]);

const maxConcurrency = 4;

/** Runs the work for each item, at most four at a time. */
async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<void>) {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: maxConcurrency }, worker));
}
