import { isOperatorTenant, Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { PriceType } from '#contract/periods.ts';
import { seatStatuses } from '#contract/statuses.ts';
import { isLive } from '#server/billing/payments/duplicates.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type InferResult } from '#server/platform/database/query.ts';
import type { TenantScope } from '#server/platform/http/contract/guard.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';
import {
  isMarkedSuspended,
  type ProviderSubscription,
} from '#server/platform/stripe/subscription-snapshot.ts';

/** The state that decides how an organization may change its plan. */
export type TenantBillingState = {
  name: string;
  customer: string | null;
  /** Fixed by the first payment (R-SUB-11); null before it. */
  currency: string | null;
  /** True when the organization has had its trial (R-SUB-06). */
  hadTrial: boolean;
  running: RunningProduct[];
  /** The current time in epoch seconds, by the provider's clock. */
  now: number;
};

type RunningProduct = ReturnType<typeof toRunningProduct>;

/** Returns an organization's state; throws `billing.adminTenant` for the operator's own (R-ORG-10). */
export const billingStateOf = (
  tenant: Pick<TenantScope, 'id' | 'run'>,
): Promise<TenantBillingState> =>
  tenant.run(async (tx) => {
    const [row, held, { now }] = await Promise.all([
      tx.first(db.selectFrom('tenants').selectAll().where('id', '=', tenant.id)),
      tx.all(selectHeldProducts(tenant.id)),
      tx.one(
        sql<{ now: number }>`select floor(extract(epoch from app.billing_now()))::float8 as now`,
      ),
    ]);
    // The organization was deleted after the guard admitted the call.
    if (!row) throw new Failure('notFound');
    if (isOperatorTenant(row)) throw new Failure('billing.adminTenant');
    return {
      name: row.name,
      customer: row.customer_id,
      currency: row.currency,
      hadTrial: held.some(({ trial_ends: ends }) => ends !== null),
      running: held.filter(isRunning).map(toRunningProduct),
      now,
    };
  });

/** Returns the running products from our rows, in the caller's transaction. */
export const runningProductsOf = async (
  tx: DbTransaction,
  tenantId: TenantId,
): Promise<RunningProduct[]> =>
  (await tx.all(selectHeldProducts(tenantId))).filter(isRunning).map(toRunningProduct);

const selectHeldProducts = (tenantId: string) =>
  db
    .selectFrom('tenant_products as held')
    .innerJoin('subscription_prices as price', 'price.id', 'held.subscription_price_id')
    .innerJoin('subscription_products as product', 'product.id', 'price.subscription_product_id')
    .select(['price.id', 'price.type', 'product.tier', 'product.max_users'])
    .select(['held.status', 'held.trial_ends', 'held.service_id'])
    .select(sql<boolean>`held.end_date <= app.billing_now()`.as('is_over'))
    .where('held.tenant_id', '=', tenantId);

type HeldProduct = InferResult<ReturnType<typeof selectHeldProducts>>[number];

const isRunning = ({ status, is_over }: HeldProduct) => status !== 'canceled' && is_over !== true;

const toRunningProduct = (held: HeldProduct) => ({
  priceId: held.id,
  oneTime: held.type === PriceType.OneTime,
  /** True for a recurring subscription at the provider; there is at most one. */
  isSubscription: held.type === PriceType.Recurring && held.service_id !== null,
  /** True for a one-time purchase, which stays beside any plan. */
  isPurchase: held.type === PriceType.OneTime && held.service_id !== null,
  tier: held.tier,
  maxUsers: held.max_users,
});

/** Returns the subscriptions that run at the provider, whatever our rows say, newest first. */
export async function liveSubscriptions({ stripe }: AppContext, customer: string | null) {
  if (customer === null) return [];
  const all = await stripe.listSubscriptions(customer).catch((error: unknown) => {
    if (error instanceof ResourceMissing) return [];
    throw error;
  });
  return all.filter(isLive);
}

/** Returns the oldest live subscription or null: a newer one is a duplicate and will be ended (decision 23). */
export const liveSubscription = async (context: AppContext, customer: string | null) =>
  (await liveSubscriptions(context, customer)).at(-1) ?? null;

type PlanSeats = { tier: number; maxUsers: number };

/** Returns true for a subscription whose period is not paid, or stands still: it ends at once, not with its period. */
export const endsAtOnce = ({ status }: ProviderSubscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'paused';

/**
 * Refuses a plan with fewer seats than members and pending invitations (R-SUB-04), with the numbers
 * and the members who could be removed. Must run under the tenant's lock. 0 is unlimited.
 */
export async function assertEnoughSeats(tx: DbTransaction, tenantId: TenantId, max: number) {
  if (max === 0) return;
  const people = await tx.all(
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.email', 'memberships.role'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('memberships.status', 'in', seatStatuses)
      .orderBy('memberships.id', 'desc'),
  );
  if (people.length <= max) return;
  const members = people.filter(({ role }) => role !== Role.Owner).map(({ email }) => email);
  throw new Failure('billing.downgradeBlocked', {
    params: { max, used: people.length, remove: people.length - max, members },
  });
}

/** Returns the seats of the product of highest tier. */
export function seatsWithPlan(beside: PlanSeats[], next: PlanSeats) {
  const [best] = [next, ...beside].toSorted((a, b) => b.tier - a.tier);
  return best?.maxUsers ?? 1;
}

/** Returns the id of a tenant's customer at the provider; null before the first payment. */
export const customerOf = async (tx: DbTransaction, tenantId: TenantId) =>
  (await tx.one(db.selectFrom('tenants').select('customer_id').where('id', '=', tenantId)))
    .customer_id;

/** Returns true while nothing is collected: the subscription is paused, or the collection of its invoices. */
export const isPaused = ({ status, collectionPaused }: ProviderSubscription) =>
  status === 'paused' || collectionPaused;

/**
 * Throws for a paused subscription, whose plan can be changed once it is resumed, and for one of a suspended
 * organization, whose payments are paused.
 */
export function assertNotPaused(live: ProviderSubscription) {
  if (isMarkedSuspended(live)) throw new Failure('tenant.suspended');
  if (isPaused(live)) throw new Failure('billing.paused');
}

/**
 * Throws for a subscription whose plan can't be changed: one that is paused, or whose invoices are sent, since Stripe
 * would change it before the invoice is paid.
 */
export function assertChangeable(live: ProviderSubscription) {
  assertNotPaused(live);
  if (live.sendsInvoices) throw new Failure('billing.refused');
}
