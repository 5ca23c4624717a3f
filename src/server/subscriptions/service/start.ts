import type { House } from '#server/house.ts';
import type { ProviderCoupon } from '#server/payments/gateway-coupons.ts';
import { holdForCharge, type Intent, progress } from '#server/payments/intents.ts';
import { metadataOf, payWithCard, withCustomer } from './customer.ts';
import { arrangedOr, outcomeOf, standingOf } from './outcome.ts';
import { type Arrangement, isOneTime, type Price } from './plan.ts';
import { orRefusal } from './refusals.ts';
import { claimTrialOf } from './trial.ts';

type Order = { price: Price; coupon: ProviderCoupon | null; trial: boolean };

/**
 * Starts a new plan at the provider and charges what is due now: a subscription, with a trial if
 * granted, or a one-time purchase. Throws when the payment is declined or needs authentication.
 */
export async function start(
  house: House,
  intent: Intent,
  { price, coupon, trial }: Order,
): Promise<Arrangement> {
  const { database, gateway } = house;
  const known = await withCustomer(house, intent);
  await payWithCard(house, known);
  if (trial) await claimTrialOf(house, known);
  await holdForCharge(database, known);
  const order = {
    customer: known.customer_id ?? '',
    price: price.service_id,
    promotionCode: coupon?.promotionCode ?? null,
    metadata: metadataOf(intent),
  };
  // A customer created by this order has paid nothing and has no codes of its own, so it is omitted
  // here.
  const asked = { price, coupon, customer: intent.customer_id };
  if (isOneTime(price)) {
    const { currency } = price;
    const sale = await orRefusal(
      house,
      asked,
      gateway.sell({ ...order, currency }, `${intent.id}:sale`),
    );
    const sold = await progress(database, known, { service_id: sale });
    return arrangedOr(house, sold, await outcomeOf(house, sold));
  }
  const trialDays = trial ? price.trial_days : 0;
  const made = await orRefusal(
    house,
    asked,
    gateway.createSubscription({ ...order, trialDays }, `${intent.id}:subscription`),
  );
  const begun = await progress(database, known, { service_id: made.id });
  return arrangedOr(house, begun, await standingOf(gateway, made, price));
}
