import type { Database, TenantId, Transaction } from '#server/database/database.ts';
import { db, sql, statement, type Row } from '#server/database/query.ts';
import { type Books, isPaid, neverBegan, type Reading } from './books.ts';
import { duplicateIds } from './duplicates.ts';
import { freePlanAfter } from './free-plan.ts';
import type { Gateway } from './gateway.ts';
import { graceEndsOf } from './grace.ts';
import { keptPayments } from './kept-payments.ts';
import { tellNotices } from './mail.ts';
import { type Holding, noticesOf } from './notices.ts';
import { productRowOf } from './snapshot.ts';
import { endUnpaidTrials } from './unpaid-trials.ts';

/** Dependencies of reconciliation; `House` satisfies them. */
export interface Billing {
  database: Pick<Database, 'tenant'>;
  gateway: Pick<Reading, 'readBooks'> &
    Pick<Gateway, 'endWithTrialUnpaid' | 'cancelSubscription' | 'takeBack'>;
  config: { graceDays: number };
  origin: () => string;
}

/** Differences that reconciliation can't write to our rows. */
export interface Converged {
  /** The provider's ids of prices that are paid for but missing from our catalogue. */
  unknownPrices: string[];
  /** The provider's ids of subscriptions beyond the one that an organization may have. */
  duplicates: string[];
}

/**
 * Makes our rows of a tenant equal to the provider's state and emails its owners and admins once
 * per cause (R-SUB-02, R-SUB-22). Idempotent: runs after every event, return and schedule, in any
 * order. Holds no database connection during requests to the provider.
 */
export const convergeTenant = (billing: Billing, tenantId: TenantId): Promise<Converged> =>
  follow(billing, tenantId, null);

/** Reads, then writes; repeats after a concurrent write. `since`: the first attempt's version. */
async function follow(
  billing: Billing,
  tenantId: TenantId,
  since: number | null,
): Promise<Converged> {
  const { database, gateway, config, origin } = billing;
  const begun = await database.tenant(tenantId, (tx) => positionOf(tx, tenantId));
  if (!begun?.customer) return nothing;
  const first = since ?? begun.version;
  const read = await gateway.readBooks(begun.customer);
  const books = (await endUnpaidTrials(gateway, read))
    ? await gateway.readBooks(begun.customer)
    : read;
  const written = await database.tenant(tenantId, async (tx) => {
    const tenant = await lock(tx, tenantId);
    if (!tenant) return nothing;
    const { customer = null, version = 0 } = (await positionOf(tx, tenantId)) ?? {};
    if (customer !== begun.customer) return { readAgain: null };
    // Two runs wrote since our first attempt: the second one started reading after we did.
    if (version > first + 1) {
      const prices = await tx.all(pricesOf(books));
      return { unknownPrices: unknownAmong(books, prices), duplicates: duplicateIds(books) };
    }
    // One run wrote: it may have read before or after us. Only a new reading can tell.
    if (version !== begun.version) return { readAgain: first };
    await advance(tx, { tenantId, version: version + 1, hasCard: books.hasCard });
    return write(tx, { tenantId, tenant, books, graceDays: config.graceDays, origin: origin() });
  });
  return 'readAgain' in written ? follow(billing, tenantId, written.readAgain) : written;
}

const nothing: Converged = { unknownPrices: [], duplicates: [] };

/**
 * Reconciles the tenant unless that was done in the last `seconds`. Used when a visitor returns
 * from the provider's pages, before its webhooks may have arrived.
 */
export async function convergeUnlessRecent(billing: Billing, tenantId: TenantId, seconds: number) {
  const recent = await billing.database.tenant(tenantId, (tx) =>
    tx.first(
      db
        .selectFrom('billing_syncs')
        .select('version')
        .where('tenant_id', '=', tenantId)
        .where('synced_at', '>', sql<Date>`now() - ${seconds} * interval '1 second'`),
    ),
  );
  if (!recent) await convergeTenant(billing, tenantId);
}

/** Returns the customer of a tenant and the version of its rows: the number of completed writes. */
const positionOf = (tx: Transaction, tenantId: TenantId) =>
  tx.first(
    db
      .selectFrom('tenants')
      .leftJoin('billing_syncs', 'billing_syncs.tenant_id', 'tenants.id')
      .select(({ ref, fn, val }) => [
        'tenants.customer_id as customer',
        fn.coalesce(ref('billing_syncs.version'), val(0)).as('version'),
      ])
      .where('tenants.id', '=', tenantId),
  );

/** Locks the tenant's row: no other transaction changes its products until this one ends. */
const lock = (tx: Transaction, tenantId: TenantId) =>
  tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenantId).forNoKeyUpdate());

type Position = { tenantId: TenantId; version: number; hasCard: boolean };

const advance = (tx: Transaction, { tenantId, version, hasCard }: Position) => {
  const values = { version, has_card: hasCard, synced_at: sql<Date>`now()` };
  return tx.run(
    db
      .insertInto('billing_syncs')
      .values({ tenant_id: tenantId, ...values })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet(({ ref }) => ({
          ...values,
          // Uses the inserted value: Citus doesn't allow `now()` in this place (docs/scaling.md).
          synced_at: ref('excluded.synced_at'),
        })),
      ),
  );
};

type Reckoning = {
  tenantId: TenantId;
  tenant: Row<'tenants'>;
  books: Books;
  graceDays: number;
  origin: string;
};

async function write(tx: Transaction, reckoning: Reckoning): Promise<Converged> {
  const { tenantId, tenant, books, graceDays, origin } = reckoning;
  const [held, prices, { now }] = await Promise.all([
    tx.all(heldOf(tenant.id)),
    tx.all(pricesOf(books)),
    tx.one(statement(sql<{ now: Date }>`select app.billing_now() as now`)),
  ]);
  const duplicates = duplicateIds(books);
  const holdings: Holding[] = [];
  let { currency } = tenant;
  for (const standing of books.subscriptions) {
    const before = held.find(({ service_id: id }) => id === standing.id);
    // A duplicate grants nothing; `end-duplicates.ts` is about to end it.
    if (!before && (neverBegan(standing) || duplicates.includes(standing.id))) continue;
    const price = prices.find(({ service_id: id }) => id === standing.priceServiceId);
    const row = { ...productRowOf(standing), grace_ends: graceEndsOf(standing, graceDays) };
    if (isPaid(standing, books)) currency ??= price?.currency ?? null;
    // A price may be missing from our catalogue; the row then keeps its previous price.
    const priceId = price?.id ?? before?.subscription_price_id;
    if (!priceId) continue;
    await hold(tx, { tenant_id: tenant.id, subscription_price_id: priceId, ...row });
    holdings.push({ standing, row, before: before?.status ?? null });
  }
  const known = new Set(books.subscriptions.map(({ id }) => id));
  await end(tx, { tenant, gone: held.filter(({ service_id: id }) => id && !known.has(id)), now });
  if (books.isDeleted || currency !== tenant.currency) {
    const customer_id = books.isDeleted ? null : tenant.customer_id;
    await keep(tx, { id: tenant.id, currency, customer_id });
  }
  const { hasCard } = books;
  // Payments of duplicates are refunded, so they cause no email.
  const finished = await keptPayments(tx, books.payments);
  const payments = finished.filter(({ subscription: id }) => !duplicates.some((one) => one === id));
  await tellNotices(tx, { tenant, origin }, async (told) => {
    const { free, ended } = await freePlanAfter(tx, { tenantId, books, currency, told });
    return noticesOf({ holdings, payments, hasCard, now, told, free, ended });
  });
  return { unknownPrices: unknownAmong(books, prices), duplicates };
}

/** Selects the rows that mirror a subscription, not those of free and one-time products. */
const heldOf = (tenantId: string) =>
  db
    .selectFrom('tenant_products')
    .select(['id', 'service_id', 'status', 'subscription_price_id'])
    .where('tenant_id', '=', tenantId)
    .where('service_id', 'like', 'sub\\_%');

const pricesOf = ({ subscriptions }: Books) =>
  db
    .selectFrom('subscription_prices')
    .select(['id', 'service_id', 'currency'])
    .where(
      'service_id',
      'in',
      // `in ()` is a syntax error in SQL.
      ['-', ...subscriptions.flatMap(({ priceServiceId }) => priceServiceId ?? [])],
    );

/** Returns the prices of running subscriptions that our catalogue does not have. */
const unknownAmong = ({ subscriptions }: Books, prices: { service_id: string }[]) =>
  subscriptions
    .filter((standing) => productRowOf(standing).status !== 'canceled')
    .filter(({ priceServiceId }) => !prices.some(({ service_id: id }) => id === priceServiceId))
    .map(({ id, priceServiceId }) => priceServiceId ?? id);

type NewHolding = Holding['row'] & { tenant_id: string; subscription_price_id: string };

const hold = (tx: Transaction, { tenant_id, ...row }: NewHolding) =>
  tx.run(
    db
      .insertInto('tenant_products')
      .values({ tenant_id, ...row })
      .onConflict((conflict) => conflict.column('service_id').doUpdateSet(row).where(isNews)),
  );

/** Skips no-op updates, so that the audit log records real changes only. */
const isNews = sql<boolean>`
  (tenant_products.subscription_price_id, tenant_products.status, tenant_products.trial_ends,
    tenant_products.grace_ends, tenant_products.start_date, tenant_products.end_date,
    tenant_products.cancelled_at)
  is distinct from
  (excluded.subscription_price_id, excluded.status, excluded.trial_ends, excluded.grace_ends,
    excluded.start_date, excluded.end_date, excluded.cancelled_at)`;

type Gone = { tenant: Row<'tenants'>; gone: Pick<Row<'tenant_products'>, 'id'>[]; now: Date };

/** Ends rows whose subscription no longer exists at the provider and that have not ended yet. */
async function end(tx: Transaction, { tenant, gone, now }: Gone) {
  if (gone.length === 0) return;
  await tx.run(
    db
      .updateTable('tenant_products')
      .set({ status: 'canceled', grace_ends: null, end_date: now, cancelled_at: now })
      .where('tenant_id', '=', tenant.id)
      .where('status', '<>', 'canceled')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      ),
  );
}

type Kept = Pick<Row<'tenants'>, 'id' | 'currency' | 'customer_id'>;

/**
 * Stores the currency of the first paid subscription (R-SUB-11), and clears the id of a deleted
 * customer.
 */
const keep = (tx: Transaction, { id, ...values }: Kept) =>
  tx.run(db.updateTable('tenants').set(values).where('id', '=', id));
