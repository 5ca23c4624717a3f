import type { House } from '#server/house.ts';
import type { ProviderCoupon } from '#server/payments/gateway-coupons.ts';
import { holdForCharge, type Intent } from '#server/payments/intents.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { payWithCard } from './customer.ts';
import { arrangedOr, outcomeOf } from './outcome.ts';
import type { Arrangement, Price } from './plan.ts';
import { orRefusal } from './refusals.ts';
import { isOverdue } from './standing.ts';

interface Change {
  price: Price;
  coupon: ProviderCoupon | null;
  live: ProviderSubscription;
  /** The proration moment of the preview, so that the charge equals it (R-SUB-03). */
  prorationDate: number | null | undefined;
}

/**
 * Moves the running subscription to another price and charges the difference immediately. Charges
 * overdue invoices first; until everything is paid, the plan is unchanged.
 */
export async function changePlan(
  house: House,
  intent: Intent,
  { price, coupon, live, prorationDate }: Change,
): Promise<Arrangement> {
  const { gateway } = house;
  const order = { price, coupon, customer: live.customer };
  await payWithCard(house, intent);
  await holdForCharge(house.database, intent);
  if (isOverdue(live) && live.latestInvoice) {
    const settlement = await gateway.payInvoice(live.latestInvoice);
    if (settlement.outcome !== 'paid') return arrangedOr(house, intent, settlement);
  }
  if (coupon) {
    const discounts = [{ promotion_code: coupon.promotionCode }];
    const key = `${intent.id}:discounts`;
    await orRefusal(house, order, gateway.setDiscounts(live.id, discounts, key));
  }
  // Choosing another plan removes a scheduled cancellation.
  if (live.cancelAt) await gateway.cancelAtPeriodEnd(live.id, false);
  const change = {
    item: live.itemId ?? '',
    price: price.service_id,
    ...(typeof prorationDate === 'number' && { prorationDate }),
  };
  await orRefusal(house, order, gateway.changePlan(live.id, change, `${intent.id}:change`));
  return arrangedOr(house, intent, await outcomeOf(house, intent));
}
