import { Failure } from '#contract/errors.ts';
import { PriceType } from '#contract/periods.ts';
import { endedNow } from '#server/billing/payments/free-plan.ts';
import { findOfferedPrice } from '#server/billing/products/service/list.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import {
  toTenantProductRow,
  type ProviderSubscription,
} from '#server/platform/stripe/subscription-snapshot.ts';
import { usableCoupon } from './coupon.ts';
import type { PayingTenantScope } from './payer.ts';

export type PriceRow = TableRow<'subscription_prices'>;

/** The result at the provider: the future row of the tenant's products. */
export type PlanAssignment = {
  price: PriceRow;
  /** Null for a free plan, which has no customer at the provider. */
  customer: string | null;
  row: (ReturnType<typeof toTenantProductRow> & { recurring_discount: number }) | typeof activeRow;
};

const activeRow = {
  service_id: null as string | null,
  status: 'active' as const,
  trial_ends: null,
  end_date: null,
  canceled_at: null,
  granted: false,
  recurring_discount: 0,
};

export const freePlanAssignment = (price: PriceRow): PlanAssignment => ({
  price,
  customer: null,
  row: activeRow,
});

export const purchaseAssignment = (
  price: PriceRow,
  sale: { customer: string; invoice: string },
): PlanAssignment => ({
  price,
  customer: sale.customer,
  row: { ...activeRow, service_id: sale.invoice },
});

/** Reads the discounts, too: the ledger counts the plan without them from the same transaction on. */
export async function subscriptionAssignment(
  stripe: AppContext['stripe'],
  price: PriceRow,
  snapshot: ProviderSubscription,
): Promise<PlanAssignment> {
  const recurring_discount = await stripe.readRecurringDiscount(snapshot);
  const row = { ...toTenantProductRow(snapshot), recurring_discount };
  return { price, customer: snapshot.customer, row };
}

export const isFreePrice = ({ price }: PriceRow) => price === 0;
export const isOneTime = ({ type }: PriceRow) => type === PriceType.OneTime;

/** Returns the price on offer with this id; throws `billing.invalidSubscription`. */
export async function requireOfferedPrice({ database }: Pick<AppContext, 'database'>, id: string) {
  const price = await database.system((tx) => findOfferedPrice(tx, id));
  if (!price) throw new Failure('billing.invalidSubscription');
  return price;
}

/** Returns a price that is on offer, or that runs for the organization, which may resume it. */
export async function requireUsablePrice(
  context: Pick<AppContext, 'database'>,
  tenant: PayingTenantScope,
  id: string,
): Promise<PriceRow> {
  const held = await tenant.run((tx) =>
    tx.first(
      db
        .selectFrom('subscription_prices as price')
        .innerJoin('tenant_products as held', 'held.subscription_price_id', 'price.id')
        .where('price.id', '=', id)
        .where('held.tenant_id', '=', tenant.id)
        .where('held.status', '<>', 'canceled')
        .selectAll('price'),
    ),
  );
  return held ?? requireOfferedPrice(context, id);
}

/** Throws `billing.currencyLocked` for another currency than the paid one (R-SUB-11); null allows any. */
export function assertCurrency(price: PriceRow, currency: string | null) {
  if (currency === null || currency === price.currency) return;
  throw new Failure('billing.currencyLocked', { params: { currency: currency.toUpperCase() } });
}

/** Returns the coupon of an optional code for a price and its payer. */
export const resolveCoupon = async (
  context: AppContext,
  { price, customer }: { price: PriceRow; customer: string | null },
  code: string | null | undefined,
) => (code ? usableCoupon(context, code, { price, customer }) : null);

/**
 * Records the assigned plan in the tenant's scope. The first payment fixes the currency (R-SUB-11).
 * A recurring plan replaces a free one (R-SUB-01).
 */
export async function recordPlan(
  tx: DbTransaction,
  tenantId: TenantId,
  assignment: PlanAssignment,
) {
  const { price, customer, row } = assignment;
  if (customer !== null) {
    await tx.run(
      db
        .updateTable('tenants')
        .set((eb) => ({
          customer_id: customer,
          // A trial or a grant is no payment: the first payment may be in another currency.
          ...(row.status === 'active' &&
            !row.granted && {
              currency: eb.fn.coalesce('currency', eb.val(price.currency)),
            }),
        }))
        .where('id', '=', tenantId),
    );
  }
  if (!isOneTime(price)) await endFreePlan(tx, tenantId);
  await tx.run(
    db
      .insertInto('tenant_products')
      .values({ tenant_id: tenantId, subscription_price_id: price.id, ...row })
      .onConflict((on) =>
        on
          .columns(['tenant_id', 'service_id'])
          .doUpdateSet({ subscription_price_id: price.id, ...row }),
      ),
  );
}

/** Ends a free recurring product, which has no subscription at the provider. */
export const endFreePlan = (tx: DbTransaction, tenantId: TenantId) =>
  tx.run(
    db
      .updateTable('tenant_products')
      .set(endedNow)
      .where('tenant_id', '=', tenantId)
      .where('service_id', 'is', null)
      .where('status', '<>', 'canceled')
      .where('subscription_price_id', 'in', (eb) =>
        eb.selectFrom('subscription_prices').select('id').where('type', '=', PriceType.Recurring),
      ),
  );

/** Returns the tier and the seats of a price's product. */
export async function findTierAndSeats(
  tx: DbTransaction,
  { subscription_product_id: id }: PriceRow,
) {
  const { tier, max_users: maxUsers } = await tx.one(
    db.selectFrom('subscription_products').select(['tier', 'max_users']).where('id', '=', id),
  );
  return { tier, maxUsers };
}
