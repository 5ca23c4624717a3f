import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db } from '#server/platform/database/query.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { get, requireCouponRow } from './list.ts';
import { isAboutCode } from './provider-coupon.ts';

type CouponActivity = { id: string; active: boolean };

/** Deactivates a coupon or activates it again, at the provider first; discounts in force stay. */
export async function update(context: AppContext, { id, active }: CouponActivity) {
  const { database, stripe } = context;
  const { promotion_code_id: code } = await requireCouponRow(database, id);
  await stripe.setPromotionCodeActive(code, active).catch((error: unknown) => {
    if (error instanceof ResourceMissing && !active) return;
    if (active && isAboutCode(error)) throw new Failure('coupons.codeTaken');
    if (active && (error instanceof InvalidRequest || error instanceof ResourceMissing)) {
      throw new Failure('coupons.cannotActivate');
    }
    throw error;
  });
  await database.operator((tx) =>
    tx.run(db.updateTable('coupons').set({ active }).where('id', '=', id)),
  );
  return get(context, id);
}
