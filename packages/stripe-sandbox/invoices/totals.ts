import type { Coupon, Discount, Invoice, InvoiceLine } from '#sandbox/stripe/store/types.ts';
import { taxedLine, type TaxTerms, totalTaxes } from '#sandbox/stripe/tax/automatic-tax.ts';
import { isBelowMinimumCharge } from './minimum-charge.ts';

/** Discount with its coupon. */
export type AppliedDiscount = {
  discount: Discount;
  coupon: Coupon;
};

/** Returns true when a coupon reduces the price of a product: it is for this one, or for all. */
export const appliesToProduct = ({ applies_to: only }: Coupon, product: string | undefined) =>
  only === undefined || (product !== undefined && only.products.includes(product));

/**
 * Returns a coupon's reduction in minor units, rounded once so that the remainder rounds half up; never
 * more than the amount.
 */
export function couponReduction(
  amount: number,
  { percent_off: percent, amount_off: fixed }: Coupon,
) {
  if (amount <= 0) return 0;
  // Works in hundredths of a percent, which are whole: 25.5 % of 10 is 2.55 exactly.
  const off =
    percent === null
      ? (fixed ?? 0)
      : // The remaining amount rounds half up, so half a cent is not taken off.
        Math.ceil((amount * Math.round(percent * 100)) / 10_000 - 0.5);
  return Math.min(off, amount);
}

/** Returns the amount after all discounts, applied one after the other. */
export const applyDiscounts = (amount: number, discounts: AppliedDiscount[]) =>
  discounts.reduce((rest, { coupon }) => rest - couponReduction(rest, coupon), amount);

/** Terms that decide what is due for an invoice's lines. */
export type TotalsTerms = {
  discounts: AppliedDiscount[];
  /** Balance of the customer; negative for credit. */
  balance: number;
  /** Tax on each line; null without automatic tax. */
  tax: TaxTerms | null;
};

/**
 * Returns the invoice with its totals: lines, less discounts, plus tax and the customer's balance. Less than the
 * minimum charge is not due: it stays on the balance.
 */
export function withTotals(invoice: Invoice, { discounts, balance, tax }: TotalsTerms): Invoice {
  const lines = discounts
    .reduce(
      (rest, applied) => allocateDiscount(rest, applied),
      invoice.lines.data.map((line): InvoiceLine => ({ ...line, discount_amounts: [] })),
    )
    .map((line) => taxedLine(line, netAmount(line), tax));
  const subtotal = sum(lines.map(({ amount }) => amount));
  const offs = discounts.map(({ discount }) => ({
    amount: sum(lines.map((line) => discountAmount(line, discount))),
    discount: discount.id,
  }));
  const net = subtotal - sum(offs.map(({ amount }) => amount));
  const taxes = totalTaxes(lines, tax);
  const total = net + sum(taxes.map(({ amount }) => amount));
  const asked = total + balance;
  const due = isBelowMinimumCharge(asked, invoice.currency) ? 0 : asked;
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    discounts: discounts.map(({ discount }) => discount.id),
    ending_balance: asked - due,
    lines: { ...invoice.lines, data: lines },
    starting_balance: balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: offs,
    total_excluding_tax: net,
    total_taxes: taxes,
  };
}

/** Spreads one discount over all discountable lines: in proportion, and exact to the cent in sum. */
function allocateDiscount(
  lines: InvoiceLine[],
  { discount, coupon }: AppliedDiscount,
): InvoiceLine[] {
  const open = lines.map((line) =>
    line.discountable && appliesToProduct(coupon, line.pricing?.price_details?.product)
      ? Math.max(0, netAmount(line))
      : 0,
  );
  const base = sum(open);
  let rest = couponReduction(base, coupon);
  let left = base;
  return lines.map((line, index) => {
    const share = open[index] ?? 0;
    if (share === 0) return line;
    const off = Math.round((rest * share) / left);
    rest -= off;
    left -= share;
    const amounts = [...(line.discount_amounts ?? []), { amount: off, discount: discount.id }];
    return { ...line, discount_amounts: amounts };
  });
}

/** Returns a line's amount after its discounts. */
export const netAmount = (line: InvoiceLine) =>
  line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount));

const discountAmount = (line: InvoiceLine, { id }: Discount) =>
  sum(
    (line.discount_amounts ?? [])
      .filter(({ discount }) => discount === id)
      .map(({ amount }) => amount),
  );

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
