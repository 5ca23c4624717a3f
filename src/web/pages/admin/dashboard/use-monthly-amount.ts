import { fromMinor } from '#contract/money.ts';
import type { Revenue } from '#contract/overview.ts';
import { monthlyAmount } from '#contract/periods.ts';
import { useFormats } from '#web/components/use-formats.ts';

/** Returns a formatter that turns yearly minor units into a monthly amount. */
export function useMonthlyAmount() {
  const { money } = useFormats();
  return (yearly: number, currency: Revenue['currency']) =>
    money(fromMinor(monthlyAmount(yearly), currency), currency);
}
