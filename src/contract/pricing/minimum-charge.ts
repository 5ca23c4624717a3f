/**
 * Smallest charges of the provider in minor units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts);
 * what is below becomes a debt of the customer's balance, which the next invoice includes.
 */
// prettier-ignore
const minimumCharges: Record<string, number> = {
  usd: 50, aed: 200, aud: 50, bgn: 100, brl: 50, cad: 50, chf: 50, czk: 1_500, dkk: 250, eur: 50, gbp: 30, hkd: 400,
  huf: 17_500, inr: 50, jpy: 50, mxn: 1_000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300, sgd: 50,
  thb: 1_000,
};

/** Returns the smallest charge in a currency, in minor units. */
export const minimumCharge = (currency: string) => minimumCharges[currency] ?? 1;

type Bill = {
  total: number;
  /** Balance of the customer before; negative for credit. */
  balance: number;
  currency: string;
};

/** Returns what is charged for an invoice, and the balance of the customer afterwards; minor units. */
export function settleInvoice({ total, balance, currency }: Bill) {
  const asked = total + balance;
  const amountDue = asked < minimumCharge(currency) ? 0 : asked;
  return { amountDue, balance: asked - amountDue };
}
