import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { currencies, decimalsOf } from '#contract/money.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { MoneyField } from '#web/ui/number-field.tsx';
import type { FormValues } from './input.ts';

/** Returns the record's own currency, or the organization's with its plain symbol. */
function useRecordCurrency() {
  const currency: unknown = useWatch<FormValues>({ name: 'currency' });
  const { currencySymbol } = useFormats();
  const amounts = useAmounts();
  const own = currencies.find((one) => one === currency);
  // The symbol names the currency only where it is another one than the organization's.
  return own && own !== amounts.currency
    ? { symbol: currencySymbol(own), decimals: decimalsOf(own) }
    : { symbol: amounts.symbol(), decimals: 2 };
}

/** Renders the control of an amount with the symbol of its currency. */
export function RecordMoneyField(
  props: Omit<ComponentProps<typeof MoneyField>, 'currency' | 'decimals'>,
) {
  const { symbol, decimals } = useRecordCurrency();
  return <MoneyField {...props} currency={symbol} decimals={decimals} />;
}
