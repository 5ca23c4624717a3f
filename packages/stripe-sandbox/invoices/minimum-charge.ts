import { invalidRequest } from '#sandbox/stripe/api/errors.ts';

/**
 * Smallest charges in minor units, by the settlement currency of
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. The sandbox settles each currency in itself.
 */
// prettier-ignore
const minimumCharges: Record<string, number> = {
  usd: 50, aed: 200, aud: 50, bgn: 100, brl: 50, cad: 50, chf: 50, czk: 1_500, dkk: 250, eur: 50, gbp: 30, hkd: 400,
  huf: 17_500, inr: 50, jpy: 50, mxn: 1_000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300, sgd: 50,
  thb: 1_000,
};

/** Returns true for an amount that Stripe doesn't charge; 0 is not charged anyway. */
export const isBelowMinimumCharge = (amount: number, currency: string) =>
  amount < (minimumCharges[currency] ?? 1);

/** Returns the error for a payment below the minimum. */
export const amountTooSmall = (currency: string) =>
  invalidRequest(
    `Amount must be no less than the minimum charge in ${currency}.`,
    'amount',
    'amount_too_small',
  );
