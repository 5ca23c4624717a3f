import { useTranslation } from 'react-i18next';
import { currencies, fromMinor, type Currency } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';

const isOurs = (currency: string): currency is Currency =>
  currencies.some((ours) => ours === currency);

/** Writes minor units of the provider's; a currency that is none of ours by its code. */
export const useAmount = () => {
  const { money, number } = useFormats();
  return (minor: number, currency: string) =>
    isOurs(currency)
      ? money(fromMinor(minor), currency)
      : `${number(fromMinor(minor))} ${currency.toUpperCase()}`;
};

type Price = {
  currency: string;
  unit_amount: number | null;
  recurring: { interval: 'day' | 'week' | 'month' | 'year' } | null;
};

/** `$19.00 a month`. */
export const usePriceText = () => {
  const { t } = useTranslation();
  const amount = useAmount();
  return ({ currency, unit_amount: minor, recurring }: Price) => {
    const each = recurring ? ` ${t(`sandbox.subscriptions.each.${recurring.interval}`)}` : '';
    return `${amount(minor ?? 0, currency)}${each}`;
  };
};
