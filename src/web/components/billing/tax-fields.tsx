import { countriesWithPostalTax } from '#contract/billing/tax.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { countryOptions } from './countries.ts';
import type { TaxLocationState } from './tax-location.ts';

/** Renders the fields for the place that decides the tax (R-TAX-02). */
export function TaxFields({ state }: { state: TaxLocationState }) {
  const { t, locale } = useTranslation();
  const { fields, place, change, errors } = state;
  const { country, postalCode } = place;
  return (
    <fieldset ref={fields} className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="text-sm font-medium text-ink">{t('billing.tax.title')}</legend>
      <p className="-mb-1 text-sm text-pretty text-muted sm:col-span-2">{t('billing.tax.text')}</p>
      <Select
        label={t('billing.tax.country')}
        placeholder={t('billing.tax.choose')}
        options={countryOptions(locale)}
        autoComplete="country"
        value={country}
        onChange={({ target }) => change({ country: target.value })}
        error={errors.country ? t('billing.tax.choose') : undefined}
      />
      <TextField
        label={t('billing.tax.postalCode')}
        autoComplete="postal-code"
        maxLength={20}
        value={postalCode}
        onChange={({ target }) => change({ postalCode: target.value })}
        error={errors.postalCode ? t('billing.tax.postalCodeNeeded') : undefined}
        optional={!countriesWithPostalTax.includes(country)}
      />
    </fieldset>
  );
}
