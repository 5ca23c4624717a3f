import { type Purpose, redeemable } from './coupon-rules.ts';
import { newId } from './ids.ts';
import type { Applied } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import { emptyable, listOf, shape, text } from './params.ts';
import { addMonths } from './periods.ts';
import { type Coupon, type Discount, idOf, type InvoiceItem } from './wire.ts';

const discountEntry = shape({ coupon: text, discount: text, promotion_code: text });
/** Parameter `discounts`; an empty value removes all of them. */
export const discountParams = emptyable(listOf(discountEntry));
type Sent = ReturnType<typeof discountParams.read>;

/**
 * Returns the discounts that a request asks for, new ones not yet redeemed. Throws when one can't be.
 */
export async function discountsWanted(
  ledger: Ledger,
  sent: Sent | undefined,
  purpose: Purpose,
): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const [index, entry] of (sent ?? []).entries()) {
    const param = `discounts[${index}]`;
    if (entry.discount) {
      const discount = await ledger.get('discount', entry.discount, `${param}[discount]`);
      applied.push(await withTerms(ledger, discount));
      continue;
    }
    const { coupon, code } = await redeemable(ledger, entry, { ...purpose, param });
    applied.push({ coupon, discount: newDiscount(coupon, code, { purpose, now: ledger.now }) });
  }
  return applied;
}

/** Stores new discounts and counts them on their coupon and code. */
export async function redeem(ledger: Ledger, applied: Applied[]): Promise<void> {
  for (const { discount } of applied) {
    if (await ledger.find('discount', discount.id)) continue;
    if (discount.subscription) await ledger.create('customer.discount.created', discount);
    else await ledger.keep(discount);
    const coupon = await ledger.get('coupon', idOf(discount.source.coupon ?? ''));
    await ledger.save(countedOnce(coupon));
    if (discount.promotion_code === null) continue;
    const code = await ledger.get('promotion_code', idOf(discount.promotion_code));
    const times = code.times_redeemed + 1;
    const active = code.active && (code.max_redemptions === null || times < code.max_redemptions);
    await ledger.save({ ...code, active, times_redeemed: times });
  }
}

function countedOnce(coupon: Coupon): Coupon {
  const times = coupon.times_redeemed + 1;
  const isUsedUp = coupon.max_redemptions !== null && times >= coupon.max_redemptions;
  return { ...coupon, times_redeemed: times, valid: coupon.valid && !isUsedUp };
}

/** Returns the discounts in force with their coupons. */
export async function discountsOf(
  ledger: Ledger,
  discounts: readonly (string | { id: string })[],
): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const reference of discounts) {
    applied.push(await withTerms(ledger, await ledger.get('discount', idOf(reference))));
  }
  return applied;
}

async function withTerms(ledger: Ledger, discount: Discount): Promise<Applied> {
  const id = idOf(discount.source.coupon ?? '');
  // A deleted coupon stays in force where it was redeemed.
  const coupon = (await ledger.find('coupon', id)) ?? (await ledger.get('deleted_coupon', id));
  return { discount, coupon };
}

/** Removes a subscription's discount that has expired or was for one invoice. */
export async function endDiscount(ledger: Ledger, discount: Discount): Promise<void> {
  const was = discount.subscription && (await ledger.find('subscription', discount.subscription));
  if (!was || !was.discounts.some((other) => idOf(other) === discount.id)) return;
  const is = { ...was, discounts: was.discounts.filter((other) => idOf(other) !== discount.id) };
  await ledger.record('customer.discount.deleted', discount);
  await ledger.update('customer.subscription.updated', was, is);
}

/** Ends the discounts that were for one invoice, once they reduced a proration. */
export async function spendOnce(ledger: Ledger, applied: Applied[], prorations: InvoiceItem[]) {
  if (!prorations.some(({ amount }) => amount > 0)) return;
  for (const { coupon, discount } of applied) {
    if (coupon.duration === 'once') await endDiscount(ledger, discount);
  }
}

const newDiscount = (
  coupon: Coupon,
  code: string | null,
  { purpose, now }: { purpose: Purpose; now: number },
): Discount => ({
  id: newId('di'),
  object: 'discount',
  checkout_session: null,
  customer: purpose.customer,
  customer_account: null,
  end: coupon.duration === 'repeating' ? addMonths(now, coupon.duration_in_months ?? 1) : null,
  invoice: purpose.invoice,
  invoice_item: null,
  promotion_code: code,
  source: { coupon: coupon.id, type: 'coupon' },
  start: now,
  subscription: purpose.subscription,
  subscription_item: null,
});
