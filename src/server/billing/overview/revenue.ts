import type { Currency } from '#contract/money.ts';
import type { RevenueMonth } from '#contract/overview.ts';
import type { MovementKind } from '#contract/periods.ts';

/** Sum of revenue changes of a month and kind, in minor units per year; negative for losses. */
export type MonthlyMovement = {
  currency: Currency;
  month: string;
  kind: MovementKind;
  amount: number;
};

/** Returns the last `count` months including the current one as `YYYY-MM`, oldest first. */
export const lastMonths = (now: Date, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const ago = count - 1 - index;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago))
      .toISOString()
      .slice(0, 7);
  });

/** Computes the changes of each month and the recurring revenue at its end. */
export function monthlyRevenue(
  moved: readonly MonthlyMovement[],
  months: readonly string[],
): RevenueMonth[] {
  const sum = (some: (one: MonthlyMovement) => boolean) =>
    moved.filter(some).reduce((total, { amount }) => total + amount, 0);
  return months.map((month) => {
    const of = (kind: MovementKind) => sum((one) => one.month === month && one.kind === kind);
    return {
      month,
      new: of('new'),
      expansion: of('expansion'),
      contraction: of('contraction'),
      churn: of('churn'),
      // `YYYY-MM` sorts as text.
      end: sum((one) => one.month <= month),
    };
  });
}
