import { Failure } from '#contract/errors.ts';
import { PriceType } from '#contract/periods.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { db, type Row } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import { productRowOf, type ProviderSubscription } from '#server/payments/snapshot.ts';
import { findOffered } from '#server/products/service/list.ts';
import { usableCoupon } from './coupon.ts';

export type Price = Row<'subscription_prices'>;

/** The result at the provider: the future row of the tenant's products. */
export type Arrangement = {
  price: Price;
  /** Null for a free plan, which has no customer at the provider. */
  customer: string | null;
  row: ReturnType<typeof productRowOf> | typeof bought;
};

const bought = {
  service_id: null as string | null,
  status: 'active' as const,
  trial_ends: null,
  end_date: null,
  cancelled_at: null,
};

export const free = (price: Price): Arrangement => ({ price, customer: null, row: bought });

export const soldBy = (price: Price, sale: { customer: string; invoice: string }): Arrangement => ({
  price,
  customer: sale.customer,
  row: { ...bought, service_id: sale.invoice },
});

export const subscribed = (price: Price, snapshot: ProviderSubscription): Arrangement => ({
  price,
  customer: snapshot.customer,
  row: productRowOf(snapshot),
});

export const isFree = ({ price }: Price) => price === 0;
export const isOneTime = ({ type }: Price) => type === PriceType.OneTime;

/**
 * Returns the price on offer with this id; throws `billing.invalidSubscription` without asking the
 * provider.
 */
export async function offeredPrice({ database }: Pick<House, 'database'>, id: string) {
  const price = await database.system((tx) => findOffered(tx, id));
  if (!price) throw new Failure('billing.invalidSubscription');
  return price;
}

/**
 * Throws `billing.currencyLocked` when the organization pays in another currency (R-SUB-11); null
 * allows any.
 */
export function assertCurrency(price: Price, currency: string | null) {
  if (currency === null || currency === price.currency) return;
  throw new Failure('billing.currencyLocked', { params: { currency: currency.toUpperCase() } });
}

/** Returns the coupon of an optional code for a price and its payer. */
export const couponFor = async (
  house: House,
  { price, customer }: { price: Price; customer: string | null },
  code: string | null | undefined,
) => (code ? usableCoupon(house, code, { price, customer }) : null);

/**
 * Records the arranged plan in the tenant's scope. The first payment fixes the currency (R-SUB-11).
 * A recurring plan replaces a free one (R-SUB-01).
 */
export async function recordPlan(tx: Transaction, tenantId: TenantId, arranged: Arrangement) {
  const { price, customer, row } = arranged;
  if (customer !== null) {
    await tx.run(
      db
        .updateTable('tenants')
        .set((eb) => ({
          customer_id: customer,
          // A trial is no payment: the first payment may be in another currency.
          ...(row.status === 'active' && {
            currency: eb.fn.coalesce('currency', eb.val(price.currency)),
          }),
        }))
        .where('id', '=', tenantId),
    );
  }
  if (!isOneTime(price)) await endFree(tx, tenantId);
  await tx.run(
    db
      .insertInto('tenant_products')
      .values({ tenant_id: tenantId, subscription_price_id: price.id, ...row })
      .onConflict((on) =>
        on.column('service_id').doUpdateSet({ subscription_price_id: price.id, ...row }),
      ),
  );
}

/** Ends a free recurring product, which has no subscription at the provider. */
export const endFree = (tx: Transaction, tenantId: TenantId) =>
  tx.run(
    db
      .updateTable('tenant_products')
      .set(({ fn }) => ({
        status: 'canceled',
        end_date: fn<Date>('app.billing_now'),
        cancelled_at: fn<Date>('app.billing_now'),
      }))
      .where('tenant_id', '=', tenantId)
      .where('service_id', 'is', null)
      .where('status', '<>', 'canceled')
      .where('subscription_price_id', 'in', (eb) =>
        eb.selectFrom('subscription_prices').select('id').where('type', '=', PriceType.Recurring),
      ),
  );
