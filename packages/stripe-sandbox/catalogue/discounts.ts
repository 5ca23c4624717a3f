import { emptyable, arrayParam, objectParam, stringParam } from '#sandbox/stripe/api/params.ts';
import { type AppliedDiscount, appliesToProduct } from '#sandbox/stripe/invoices/totals.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  type Coupon,
  type Discount,
  idOf,
  type Invoice,
  type InvoiceItem,
  type Subscription,
} from '#sandbox/stripe/store/types.ts';
import { addMonths } from '#sandbox/stripe/subscriptions/periods.ts';
import { type Purchase, redeemableCoupon } from './coupon-rules.ts';

const discountEntry = objectParam({
  coupon: stringParam,
  discount: stringParam,
  promotion_code: stringParam,
});
/** Parameter `discounts`; an empty value removes all of them. */
export const discountParams = emptyable(arrayParam(discountEntry));
type DiscountsParam = ReturnType<typeof discountParams.parse>;

/**
 * Returns the discounts that a request asks for, new ones not yet redeemed. Throws when one can't be.
 */
export async function resolveDiscounts(
  objects: ObjectRepository,
  sent: DiscountsParam | undefined,
  purchase: Purchase,
): Promise<AppliedDiscount[]> {
  const applied: AppliedDiscount[] = [];
  for (const [index, entry] of (sent ?? []).entries()) {
    const param = `discounts[${index}]`;
    if (entry.discount) {
      const discount = await objects.get('discount', entry.discount, `${param}[discount]`);
      applied.push(await withCoupon(objects, discount));
      continue;
    }
    const { coupon, code } = await redeemableCoupon(objects, entry, { ...purchase, param });
    applied.push({ coupon, discount: newDiscount(coupon, code, { purchase, now: objects.now }) });
  }
  return applied;
}

/** Stores new discounts and counts them on their coupon and code. */
export async function redeemDiscounts(
  objects: ObjectRepository,
  applied: AppliedDiscount[],
): Promise<void> {
  for (const { discount } of await storeDiscounts(objects, applied)) {
    if (discount.subscription) await objects.recordEvent('customer.discount.created', discount);
    await countRedemption(objects, discount);
  }
}

/** Stores new discounts, whose change may wait for its payment, and returns them. */
export async function storeDiscounts(objects: ObjectRepository, applied: AppliedDiscount[]) {
  const stored: AppliedDiscount[] = [];
  for (const one of applied) {
    if (await objects.find('discount', one.discount.id)) continue;
    await objects.createWithoutEvent(one.discount);
    stored.push(one);
  }
  return stored;
}

/**
 * Brings the discounts of a change into force that waited for its payment: counts them, and ends those for
 * one invoice that reduced the paid one.
 */
export async function activateDiscounts(
  objects: ObjectRepository,
  {
    previous,
    updated,
    invoice,
  }: { previous: Subscription; updated: Subscription; invoice: Invoice },
): Promise<void> {
  const former = new Set(previous.discounts.map(idOf));
  await recordRemovedDiscounts(objects, previous, updated);
  const applied = await loadDiscounts(objects, updated.discounts);
  for (const { discount } of applied) {
    if (former.has(discount.id)) continue;
    await objects.recordEvent('customer.discount.created', discount);
    await countRedemption(objects, discount);
  }
  await endUsedDiscounts(objects, invoice, applied);
}

async function countRedemption(objects: ObjectRepository, discount: Discount) {
  const coupon = await objects.find('coupon', idOf(discount.source.coupon ?? ''));
  if (coupon) await objects.saveWithoutEvent(withRedemption(coupon));
  if (discount.promotion_code === null) return;
  const code = await objects.get('promotion_code', idOf(discount.promotion_code));
  const times = code.times_redeemed + 1;
  const active = code.active && (code.max_redemptions === null || times < code.max_redemptions);
  await objects.saveWithoutEvent({ ...code, active, times_redeemed: times });
}

/** Records events for the discounts that a change removed. */
export async function recordRemovedDiscounts(
  objects: ObjectRepository,
  previous: Subscription,
  updated: Subscription,
) {
  const kept = new Set(updated.discounts.map(idOf));
  for (const { discount } of await loadDiscounts(objects, previous.discounts)) {
    if (!kept.has(discount.id)) await objects.recordEvent('customer.discount.deleted', discount);
  }
}

/** Ends the discounts for one invoice that reduced this one. */
export async function endUsedDiscounts(
  objects: ObjectRepository,
  invoice: Invoice,
  discounts: AppliedDiscount[],
) {
  for (const { coupon, discount } of discounts) {
    const off = invoice.total_discount_amounts?.find((one) => one.discount === discount.id);
    if (coupon.duration === 'once' && off && off.amount > 0) await endDiscount(objects, discount);
  }
}

function withRedemption(coupon: Coupon): Coupon {
  const times = coupon.times_redeemed + 1;
  const isUsedUp = coupon.max_redemptions !== null && times >= coupon.max_redemptions;
  return { ...coupon, times_redeemed: times, valid: coupon.valid && !isUsedUp };
}

/** Returns the discounts in force with their coupons. */
export async function loadDiscounts(
  objects: ObjectRepository,
  discounts: readonly (string | { id: string })[],
): Promise<AppliedDiscount[]> {
  const applied: AppliedDiscount[] = [];
  for (const reference of discounts) {
    applied.push(await withCoupon(objects, await objects.get('discount', idOf(reference))));
  }
  return applied;
}

async function withCoupon(objects: ObjectRepository, discount: Discount): Promise<AppliedDiscount> {
  const id = idOf(discount.source.coupon ?? '');
  // A deleted coupon stays in force where it was redeemed.
  const coupon = (await objects.find('coupon', id)) ?? (await objects.get('deleted_coupon', id));
  return { discount, coupon };
}

/** Removes a subscription's discount that has expired or was for one invoice. */
export async function endDiscount(objects: ObjectRepository, discount: Discount): Promise<void> {
  const previous =
    discount.subscription && (await objects.find('subscription', discount.subscription));
  if (!previous || !previous.discounts.some((other) => idOf(other) === discount.id)) return;
  const updated = {
    ...previous,
    discounts: previous.discounts.filter((other) => idOf(other) !== discount.id),
  };
  await objects.recordEvent('customer.discount.deleted', discount);
  await objects.update('customer.subscription.updated', previous, updated);
}

/** Ends the discounts that were for one invoice, once they reduced a proration. */
export async function endOneTimeDiscounts(
  objects: ObjectRepository,
  applied: AppliedDiscount[],
  prorations: InvoiceItem[],
) {
  for (const used of applied.filter((one) => isUsedUpBy(one, prorations))) {
    await endDiscount(objects, used.discount);
  }
}

/** Returns true for a discount that was for one invoice and reduced one of these prorations. */
export const isUsedUpBy = ({ coupon }: AppliedDiscount, prorations: InvoiceItem[]) =>
  coupon.duration === 'once' &&
  prorations.some(
    ({ amount, pricing }) =>
      amount > 0 && appliesToProduct(coupon, pricing?.price_details?.product),
  );

const newDiscount = (
  coupon: Coupon,
  code: string | null,
  { purchase, now }: { purchase: Purchase; now: number },
): Discount => ({
  id: newId('di'),
  object: 'discount',
  checkout_session: null,
  customer: purchase.customer,
  customer_account: null,
  end: coupon.duration === 'repeating' ? addMonths(now, coupon.duration_in_months ?? 1) : null,
  invoice: purchase.invoice,
  invoice_item: null,
  promotion_code: code,
  source: { coupon: coupon.id, type: 'coupon' },
  start: now,
  subscription: purchase.subscription,
  subscription_item: null,
});
