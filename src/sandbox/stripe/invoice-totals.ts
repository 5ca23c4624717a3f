import type { Coupon, Discount, Invoice, InvoiceLine } from './wire.ts';

/** A discount with the terms it stands for. */
export interface Applied {
  discount: Discount;
  coupon: Coupon;
}

/** What a coupon takes off, in minor units: rounded half up once, never more than there is. */
export function takenOff(amount: number, { percent_off: percent, amount_off: fixed }: Coupon) {
  if (amount <= 0) return 0;
  // Hundredths of a percent are whole: 25.5 % of 10 is 2.55 exactly.
  const off =
    percent === null
      ? (fixed ?? 0)
      : // Half a cent stays with the price: what is left is rounded half up, as it is shown.
        Math.ceil((amount * Math.round(percent * 100)) / 10_000 - 0.5);
  return Math.min(off, amount);
}

/** What is left of an amount after all discounts, one after the other. */
export const afterDiscounts = (amount: number, discounts: Applied[]) =>
  discounts.reduce((rest, { coupon }) => rest - takenOff(rest, coupon), amount);

/** The invoice with its sums: lines, less discounts, less what the customer has to its credit. */
export function withTotals(invoice: Invoice, discounts: Applied[], balance: number): Invoice {
  const lines = discounts.reduce(
    (rest, applied) => discountLines(rest, applied),
    invoice.lines.data.map((line): InvoiceLine => ({ ...line, discount_amounts: [] })),
  );
  const subtotal = sum(lines.map(({ amount }) => amount));
  const offs = discounts.map(({ discount }) => ({
    amount: sum(lines.map((line) => offOf(line, discount))),
    discount: discount.id,
  }));
  const total = subtotal - sum(offs.map(({ amount }) => amount));
  const due = Math.max(0, total + balance);
  return {
    ...invoice,
    amount_due: due,
    amount_remaining: due,
    discounts: discounts.map(({ discount }) => discount.id),
    ending_balance: total + balance - due,
    lines: { ...invoice.lines, data: lines },
    starting_balance: balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: offs,
    total_excluding_tax: total,
  };
}

/** One discount over all lines that take it: in proportion, and to the cent in sum. */
function discountLines(lines: InvoiceLine[], { discount, coupon }: Applied): InvoiceLine[] {
  const open = lines.map((line) => (line.discountable ? Math.max(0, netOf(line)) : 0));
  const base = sum(open);
  let rest = takenOff(base, coupon);
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

/** A line's amount after its discounts. */
export const netOf = (line: InvoiceLine) =>
  line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount));

const offOf = (line: InvoiceLine, { id }: Discount) =>
  sum(
    (line.discount_amounts ?? [])
      .filter(({ discount }) => discount === id)
      .map(({ amount }) => amount),
  );

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
