import { randomUUIDv7 } from 'node:crypto';
import type { CouponInput } from '#contract/coupons.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import { toMinor } from '#contract/money.ts';
import { readCatalogueRows } from '#server/billing/products/service/provider-catalogue.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { type CouponRow, get, readProviderTime } from './list.ts';
import { createAtProvider, isAboutCode } from './provider-coupon.ts';

/** Creates a coupon with its code, at the provider first; a failure undoes everything (R-CPN-01). */
export async function create(context: AppContext, input: CouponInput) {
  const { database, stripe } = context;
  const terms = await termsOf(context, input);
  const existing = await stripe.findCoupon(input.code);
  if (existing?.active) throw invalidField('code', 'coupons.codeTaken');
  const made = await createAtProvider(context, terms, terms.id).catch((error: unknown) => {
    // Another operator, or the provider's own pages, took the code meanwhile.
    throw isAboutCode(error) ? invalidField('code', 'coupons.codeTaken') : error;
  });
  const row = { ...terms, ...made };
  await database
    .operator((tx) => tx.run(db.insertInto('coupons').values(row)))
    .catch(async (error: unknown) => {
      // The first error is thrown; a code left active at the provider appears in the comparison.
      await stripe.deleteCoupon(made.service_id).catch(() => undefined);
      throw error;
    });
  return get(context, terms.id);
}

/** Converts the input to a row; throws for a date in the past and for products without a price. */
async function termsOf({ database }: AppContext, input: CouponInput) {
  const { products, currency, amountOff, expiresOn } = input;
  const [now, catalogue] = await Promise.all([
    readProviderTime(database),
    readCatalogueRows(database),
  ]);
  const expires = expiresOn === null ? null : endOfDay(expiresOn);
  if (expires !== null && expires <= now) throw invalidField('expiresOn', 'coupons.dateInPast');
  const known = new Set(catalogue.products.map(({ id }) => id));
  if (products?.some((id) => !known.has(id))) throw invalidField('products', 'field.invalid');
  if (currency !== null) {
    const priced = new Set(
      catalogue.prices
        .filter((price) => price.active && price.currency === currency)
        .map((price) => price.subscription_product_id),
    );
    const hasPrices = products ? products.every((id) => priced.has(id)) : priced.size > 0;
    if (!hasPrices) throw invalidField('currency', 'coupons.noPrice');
  }
  return {
    id: randomUUIDv7(),
    promotion_code: input.code,
    percent_off: input.percentOff,
    amount_off: amountOff === null ? null : toMinor(amountOff, currency),
    currency,
    duration: input.duration,
    duration_in_months: input.durationInMonths,
    product_ids: products && [...new Set(products)],
    max_redemptions: input.maxRedemptions,
    expires_at: expires,
    active: true,
  } satisfies Partial<CouponRow>;
}

/** Returns the moment after the last one of a day, in UTC. */
function endOfDay(day: string) {
  const end = new Date(`${day}T00:00:00Z`);
  end.setUTCDate(end.getUTCDate() + 1);
  return end;
}

const invalidField = (field: keyof CouponInput, code: ErrorCode) =>
  new Failure('validation', { fields: { [field]: [code] } });
