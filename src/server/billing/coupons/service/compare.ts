import type { CatalogueDifference } from '#contract/catalogue.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { type CouponRow, couponState, readCouponRows, readProviderTime } from './list.ts';
import { createAtProvider, serviceIdsOf } from './provider-coupon.ts';

type Difference = CatalogueDifference;
type Product = Pick<TableRow<'subscription_products'>, 'id' | 'service_id' | 'title'>;
type Moment = { products: Product[]; now: Date };

/** Returns the differences between our coupons and the provider's; ours are authoritative. */
export async function compareCoupons(
  { database, stripe }: AppContext,
  products: Product[],
): Promise<Difference[]> {
  const [rows, there, now] = await Promise.all([
    readCouponRows(database),
    stripe.listCoupons(),
    readProviderTime(database),
  ]);
  const known = new Set(rows.map(({ promotion_code_id: code }) => code));
  return [
    ...rows.flatMap((row) =>
      differencesOfCoupon(
        row,
        there.find(({ promotionCode: code }) => code === row.promotion_code_id),
        { products, now },
      ),
    ),
    // Codes that we created and that are missing here; others were created at the provider.
    ...there
      .filter((code) => code.active && !known.has(code.promotionCode) && isOurs(code))
      .map((code) => ({
        ...recordOf({ id: null, promotion_code: code.code, promotion_code_id: code.promotionCode }),
        ...noField,
        problem: 'unknown' as const,
      })),
  ];
}

/** Makes the provider's coupon equal to ours; leaves a difference that the provider refuses to change. */
export async function repairCoupon(context: AppContext, difference: Difference) {
  const { stripe, database } = context;
  const { id, serviceId, problem, field } = difference;
  if (problem === 'unknown') return stripe.setPromotionCodeActive(serviceId, false);
  const row = (await readCouponRows(database)).find((one) => one.id === id);
  if (!row) return;
  if (problem === 'missing') return replaceAtProvider(context, row);
  if (problem !== 'differs') return;
  if (field === 'title') return stripe.renameCoupon(row.service_id, row.promotion_code);
  await stripe.setPromotionCodeActive(row.promotion_code_id, row.active).catch(ignoreRefused);
}

/** Creates a missing coupon again; the provider counts its redemptions from zero. */
async function replaceAtProvider(context: AppContext, row: CouponRow) {
  const { stripe, database } = context;
  // A promotion code whose coupon was deleted may still hold the text.
  await stripe.setPromotionCodeActive(row.promotion_code_id, false).catch(ignoreRefused);
  // A new idempotency key: the key of the first creation would return the deleted coupon.
  const made = await createAtProvider(context, row, `${row.id}:${row.promotion_code_id}`).catch(
    ignoreRefused,
  );
  if (!made) return;
  await database.operator((tx) =>
    tx.run(db.updateTable('coupons').set(made).where('id', '=', row.id)),
  );
}

/** A refused change stays in the comparison: the code is expired, used up or taken. */
function ignoreRefused(error: unknown): undefined {
  if (!(error instanceof InvalidRequest || error instanceof ResourceMissing)) throw error;
}

const isOurs = ({ metadata }: ProviderCoupon) => 'couponId' in metadata;

function differencesOfCoupon(
  row: CouponRow,
  there: ProviderCoupon | undefined,
  { products, now }: Moment,
): Difference[] {
  const about = recordOf(row);
  if (!there?.valid) {
    // Without the provider's record it can't be redeemed, which is right unless it is active here.
    const isOver = !row.active || (row.expires_at !== null && row.expires_at <= now);
    return isOver ? [] : [{ ...about, ...noField, problem: 'missing' }];
  }
  const state = couponState(there, now);
  const isOver = state === 'expired' || state === 'usedUp';
  const fields: [Difference['field'], 'differs' | 'fixed', unknown, unknown][] = [
    ['title', 'differs', row.promotion_code, there.name],
    ['active', 'differs', row.active, isOver ? row.active : there.active],
    ['code', 'fixed', row.promotion_code, there.code],
    ['percentOff', 'fixed', row.percent_off, there.percentOff],
    ['amountOff', 'fixed', row.amount_off, there.amountOff],
    ['currency', 'fixed', row.currency, there.currency],
    ['duration', 'fixed', row.duration, there.duration],
    ['durationInMonths', 'fixed', row.duration_in_months, there.durationInMonths],
    ['maxRedemptions', 'fixed', row.max_redemptions, there.maxRedemptions],
    ['expiresAt', 'fixed', row.expires_at?.toISOString(), there.expiresAt?.toISOString()],
    [
      'products',
      'fixed',
      row.product_ids && titlesOf(serviceIdsOf(row.product_ids, products), products),
      there.products && titlesOf(there.products, products),
    ],
  ];
  return fields
    .map(([field, problem, ours, theirs]) => ({
      ...about,
      problem,
      field,
      here: String(ours ?? ''),
      there: String(theirs ?? ''),
    }))
    .filter(({ here, there }) => here !== there);
}

/** Returns the titles of products by their service ids; the id of one that we don't have. */
const titlesOf = (serviceIds: string[], products: Product[]) =>
  serviceIds
    .map((id) => products.find(({ service_id: serviceId }) => serviceId === id)?.title ?? id)
    .toSorted()
    .join(', ');

type CouponReference = Pick<CouponRow, 'promotion_code' | 'promotion_code_id'> & {
  id: string | null;
};

const recordOf = ({
  id,
  promotion_code: title,
  promotion_code_id: serviceId,
}: CouponReference) => ({
  kind: 'coupon' as const,
  id,
  serviceId,
  title,
});

const noField = { field: null, here: null, there: null };
