import type { CouponRecord } from '#contract/coupons.ts';
import { fromMinor } from '#contract/money.ts';
import { readCatalogueRows } from '#server/billing/products/service/provider-catalogue.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';

export type CouponRow = TableRow<'coupons'>;

/** Lists our coupons and the codes that were created at the provider, newest first (R-CPN-01). */
export async function list({ database, stripe }: AppContext): Promise<CouponRecord[]> {
  const [rows, there, { products }, now] = await Promise.all([
    readCouponRows(database),
    stripe.listCoupons(),
    readCatalogueRows(database),
    readProviderTime(database),
  ]);
  const byCode = new Map(there.map((coupon) => [coupon.promotionCode, coupon]));
  const ours = new Set(rows.map(({ promotion_code_id: code }) => code));
  const idOfProduct = new Map(products.map(({ id, service_id: serviceId }) => [serviceId, id]));
  return [
    ...rows.map((row) => toCouponRecord(row, byCode.get(row.promotion_code_id), now)),
    ...there
      .filter(({ promotionCode }) => !ours.has(promotionCode))
      .map((coupon) => toForeignRecord(coupon, idOfProduct, now)),
  ].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** Returns a coupon with its state at the provider; 404 for an unknown id. */
export async function get({ database, stripe }: AppContext, id: string): Promise<CouponRecord> {
  const row = await requireCouponRow(database, id);
  const [there, now] = await Promise.all([
    stripe.findPromotionCode(row.promotion_code_id),
    readProviderTime(database),
  ]);
  return toCouponRecord(row, there ?? undefined, now);
}

/** Returns the subscriptions that have each coupon now, and what it took off paid invoices. */
export async function getPerformance({ database, stripe }: AppContext) {
  const rows = await readCouponRows(database);
  const oldest = rows.at(-1);
  if (!oldest) return [];
  const { subscribed, discounts } = await stripe.readCouponUse(oldest.created_at);
  return rows.map(({ id, service_id: coupon }) => {
    const given = discounts.filter((discount) => discount.coupon === coupon);
    return {
      id,
      subscriptions: subscribed.filter((one) => one === coupon).length,
      discounts: [...Map.groupBy(given, ({ currency }) => currency)].map(([currency, all]) => ({
        currency,
        amount: fromMinor(
          all.reduce((sum, { amount }) => sum + amount, 0),
          currency,
        ),
      })),
    };
  });
}

export const readCouponRows = (database: Database) =>
  database.operator((tx) => tx.all(db.selectFrom('coupons').selectAll().orderBy('id', 'desc')));

/** Returns the row of a coupon; 404 for an unknown id. */
export const requireCouponRow = async (database: Database, id: string) =>
  orNotFound(
    await database.operator((tx) =>
      tx.first(db.selectFrom('coupons').selectAll().where('id', '=', id)),
    ),
  );

/** Returns the time by the provider's clock, which the sandbox can advance. */
export async function readProviderTime(database: Database) {
  const now = sql<{ now: Date }>`select app.billing_now() as now`;
  return (await database.operator((tx) => tx.one(now))).now;
}

/** Converts a coupon; one that is missing at the provider can't be redeemed. */
const toCouponRecord = (
  row: CouponRow,
  there: ProviderCoupon | undefined,
  now: Date,
): CouponRecord => ({
  id: row.id,
  code: row.promotion_code,
  percentOff: row.percent_off,
  amountOff: row.amount_off === null ? null : fromMinor(row.amount_off, row.currency),
  currency: row.currency,
  duration: row.duration as CouponRecord['duration'],
  durationInMonths: row.duration_in_months,
  products: row.product_ids,
  redemptions: there?.timesRedeemed ?? 0,
  maxRedemptions: row.max_redemptions,
  expiresAt: row.expires_at?.toISOString() ?? null,
  state: there ? couponState(there, now) : 'deactivated',
  createdAt: row.created_at.toISOString(),
});

/** Converts a code that was created at the provider. */
const toForeignRecord = (
  there: ProviderCoupon,
  idOfProduct: Map<string, string>,
  now: Date,
): CouponRecord => ({
  id: null,
  code: there.code,
  percentOff: there.percentOff,
  amountOff: there.amountOff === null ? null : fromMinor(there.amountOff, there.currency),
  currency: there.currency,
  duration: there.duration,
  durationInMonths: there.durationInMonths,
  products: there.products?.flatMap((product) => idOfProduct.get(product) ?? []) ?? null,
  redemptions: there.timesRedeemed,
  maxRedemptions: there.maxRedemptions,
  expiresAt: there.expiresAt?.toISOString() ?? null,
  state: couponState(there, now),
  createdAt: there.createdAt.toISOString(),
});

/** Returns why a code can't be redeemed; the provider calls all of them inactive. */
export function couponState(there: ProviderCoupon, now: Date): CouponRecord['state'] {
  if (there.active) return 'active';
  const { maxRedemptions: max, timesRedeemed, expiresAt } = there;
  if (max !== null && timesRedeemed >= max) return 'usedUp';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'deactivated';
}
