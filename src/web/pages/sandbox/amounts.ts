import { currencies, fromMinor, type Currency } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { SandboxPrice, SandboxProduct } from './payments/records.ts';

const isOurs = (currency: string): currency is Currency =>
  currencies.some((ours) => ours === currency);

/**
 * Returns a formatter for the provider's minor units; currencies that the product doesn't support
 * are shown by their code.
 */
export function useAmount() {
  const { money, number } = useFormats();
  return (minor: number, currency: string) =>
    isOurs(currency)
      ? money(fromMinor(minor, currency), currency)
      : `${number(fromMinor(minor, currency))} ${currency.toUpperCase()}`;
}

/**
 * Returns a function that describes a price, such as `Pro · $19.00 a month`, with the product's
 * name if known.
 */
export function usePriceText(products: readonly SandboxProduct[]) {
  const { t } = useTranslation();
  const amount = useAmount();
  return ({ product, currency, unit_amount: minor, recurring }: SandboxPrice) => {
    const name = products.find(({ id }) => id === product)?.name;
    const each = recurring ? ` ${t(`sandbox.subscriptions.each.${recurring.interval}`)}` : '';
    const price = `${amount(minor ?? 0, currency)}${each}`;
    return name ? `${name} · ${price}` : price;
  };
}
