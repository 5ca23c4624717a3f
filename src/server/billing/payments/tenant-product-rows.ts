import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import {
  type CustomerSnapshot,
  isPaid,
  type SubscriptionState,
} from '#server/platform/stripe/customer-snapshot.ts';
import type { ProviderInvoice } from '#server/platform/stripe/invoice-snapshot.ts';
import { toTenantProductRow } from '#server/platform/stripe/subscription-snapshot.ts';
import type { TenantSubscription } from './billing-notification.ts';
import type { BillingOperation } from './billing-operations.ts';
import { endedNow, endInFreePlan } from './free-plan.ts';

/** Selects the rows that mirror a subscription, not those of free and one-time products. */
export const selectTenantProducts = (tenantId: string) =>
  db
    .selectFrom('tenant_products')
    .select(['tenant_id', 'id', 'service_id', 'status', 'subscription_price_id'])
    .select(['end_date', 'canceled_at', 'granted', 'paid'])
    .where('tenant_id', '=', tenantId)
    .where('service_id', 'like', 'sub\\_%');

/** Selects the prices of subscriptions and payments, with the titles of their products. */
export const selectPrices = ({ subscriptions, payments }: CustomerSnapshot) =>
  db
    .selectFrom('subscription_prices as price')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .select(['price.id', 'price.service_id', 'price.currency', 'product.title'])
    .where(
      'price.service_id',
      'in',
      // `in ()` is a syntax error in SQL.
      ['-', ...[...subscriptions, ...payments].flatMap(({ priceServiceId: id }) => id ?? [])],
    );

/** Returns the prices of running subscriptions that our catalog does not have. */
export const unknownPricesIn = (
  { subscriptions }: CustomerSnapshot,
  prices: { service_id: string }[],
) =>
  subscriptions
    .filter((state) => toTenantProductRow(state).status !== 'canceled')
    .filter(({ priceServiceId }) => !prices.some(({ service_id: id }) => id === priceServiceId))
    .map(({ id, priceServiceId }) => priceServiceId ?? id);

type NewTenantProduct = TenantSubscription['row'] & {
  tenant_id: string;
  subscription_price_id: string;
};

export const upsertTenantProduct = (tx: DbTransaction, { tenant_id, ...row }: NewTenantProduct) =>
  tx.run(
    db
      .insertInto('tenant_products')
      .values({ tenant_id, ...row })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'service_id']).doUpdateSet(row).where(hasChanges),
      ),
  );

/** Skips no-op updates, so that the audit log records real changes only. */
const hasChanges = sql<boolean>`
  (tenant_products.subscription_price_id, tenant_products.status, tenant_products.trial_ends,
    tenant_products.grace_ends, tenant_products.start_date, tenant_products.end_date,
    tenant_products.canceled_at, tenant_products.granted, tenant_products.paid,
    tenant_products.recurring_discount)
  is distinct from
  (excluded.subscription_price_id, excluded.status, excluded.trial_ends, excluded.grace_ends,
    excluded.start_date, excluded.end_date, excluded.canceled_at, excluded.granted, excluded.paid,
    excluded.recurring_discount)`;

type MissingSubscriptions = {
  tenant: TableRow<'tenants'>;
  gone: Pick<TableRow<'tenant_products'>, 'id'>[];
  now: Date;
};

/** Ends rows whose subscription no longer exists at the provider and that have not ended yet. */
export async function endMissing(tx: DbTransaction, { tenant, gone, now }: MissingSubscriptions) {
  if (gone.length === 0) return;
  await tx.run(
    db
      .updateTable('tenant_products')
      .set({ status: 'canceled', grace_ends: null, end_date: now, canceled_at: now })
      .set({ recurring_discount: 0 })
      .where('tenant_id', '=', tenant.id)
      .where('status', '<>', 'canceled')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      ),
  );
}

type TenantBillingFields = Pick<TableRow<'tenants'>, 'id' | 'currency' | 'customer_id'>;

/** Stores the currency of the first paid subscription (R-SUB-11), and clears a deleted customer. */
export const updateTenantBilling = (tx: DbTransaction, { id, ...values }: TenantBillingFields) =>
  tx.run(db.updateTable('tenants').set(values).where('id', '=', id));

const day = 86_400_000;

type RowBefore = Pick<TableRow<'tenant_products'>, 'paid' | 'end_date' | 'canceled_at'>;

/**
 * Returns a subscription with the date of its end that a change of plan removed for its charge: until that is paid, the
 * subscription still ends.
 */
export function withRemovedEnd(
  state: SubscriptionState,
  before: RowBefore | undefined,
  pending: BillingOperation | undefined,
): SubscriptionState {
  if (pending?.service_id !== state.id || state.cancelAt !== null || state.endedAt !== null)
    return state;
  const { endBefore } = pending.request as { endBefore?: number };
  if (endBefore === undefined) return state;
  // Our row may not have the end, or its latest date.
  const canceledAt = before?.canceled_at ?? pending.created_at;
  return { ...state, cancelAt: new Date(endBefore * 1_000), canceledAt };
}

type BilledRowOptions = {
  before: RowBefore | undefined;
  snapshot: CustomerSnapshot;
  graceDays: number;
};

/** Derives our row of a subscription. What was paid stays so: a snapshot has the last hundred payments. */
export const toBilledRow = (
  state: SubscriptionState,
  { before, snapshot, graceDays }: BilledRowOptions,
) => ({
  ...keepRequestTime(toTenantProductRow(state), before),
  grace_ends: graceEndsOf(state, graceDays),
  paid: before?.paid === true || isPaid(state, snapshot),
  recurring_discount: state.recurringDiscount,
});

/** Keeps the time at which the same end was requested: the provider's moves with each update (SDK Subscription.canceled_at). */
const keepRequestTime = (row: ReturnType<typeof toTenantProductRow>, before?: RowBefore) => ({
  ...row,
  ...(row.canceled_at !== null &&
    before?.canceled_at &&
    row.end_date?.getTime() === before.end_date?.getTime() && {
      canceled_at: before.canceled_at,
    }),
});

/**
 * Returns the end of an overdue subscription's grace (R-SUB-09): `graceDays` after its oldest
 * unpaid invoice was due, by the provider's clock. Null when nothing is overdue.
 */
export function graceEndsOf(state: SubscriptionState, graceDays: number): Date | null {
  if (toTenantProductRow(state).status !== 'past_due') return null;
  // No invoice: Stripe uses a status that this release doesn't know.
  const since = state.unpaidInvoice?.since ?? state.trialEnd ?? state.startedAt;
  return new Date(since.getTime() + graceDays * day);
}

/** Selects the tenant's products with the titles of their plans. */
export const selectTitledProducts = (tenantId: string) =>
  db
    .selectFrom('tenant_products as held')
    .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .where('held.tenant_id', '=', tenantId)
    .select(['held.tenant_id', 'held.id', 'product.title']);

/** Returns the running plan that an invoice paid for, a subscription or a purchase, and the time now. */
export const findPaidPlan = (
  tx: DbTransaction,
  tenantId: string,
  { subscription, id: invoice }: Pick<ProviderInvoice, 'id' | 'subscription'>,
) =>
  tx.first(
    selectTitledProducts(tenantId)
      .where('held.service_id', '=', subscription ?? invoice)
      .where('held.status', '<>', 'canceled')
      .select(['held.service_id as serviceId', sql<Date>`app.billing_now()`.as('date')]),
  );

/**
 * Ends the purchase that an invoice paid for, and moves the organization to its free plan unless another plan runs
 * (decision 77); returns undefined if none runs.
 */
export async function endPurchase(tx: DbTransaction, tenantId: TenantId, invoice: string) {
  const held = await findPaidPlan(tx, tenantId, { id: invoice, subscription: null });
  if (!held) return undefined;
  const row = db.updateTable('tenant_products').set(endedNow).where('tenant_id', '=', tenantId);
  await tx.run(row.where('id', '=', held.id));
  const running = selectTitledProducts(tenantId).where('held.status', '<>', 'canceled').limit(1);
  if (await tx.first(running)) return held;
  const selectTenant = db.selectFrom('tenants').select('currency').where('id', '=', tenantId);
  const { currency } = await tx.one(selectTenant);
  await endInFreePlan(tx, { tenantId, currency });
  return held;
}
