import { countries } from '#contract/billing/countries.ts';

/** Returns the countries by their names in the language of the page. */
export function countryOptions(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return countries
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label, locale));
}
