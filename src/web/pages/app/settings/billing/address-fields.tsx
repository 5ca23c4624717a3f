import { useFormContext } from 'react-hook-form';
import { countryOptions } from '#web/components/billing/countries.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FormInput } from './input.ts';

/** Parts of the address, with the names by which browsers fill them in. */
const parts = [
  { name: 'line1', autoComplete: 'address-line1', wide: true },
  { name: 'line2', autoComplete: 'address-line2', wide: true },
  { name: 'city', autoComplete: 'address-level2', wide: false },
  { name: 'state', autoComplete: 'address-level1', wide: false },
  { name: 'postalCode', autoComplete: 'postal-code', wide: false },
] as const;

/** Renders the fields for name and address. */
export function AddressFields() {
  const { t, locale } = useTranslation();
  const errorText = useFieldError();
  const { register, formState } = useFormContext<FormInput>();
  const { errors } = formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...register('legalName')}
        label={t('invoicing.name')}
        hint={t('invoicing.nameHint')}
        autoComplete="organization"
        className="sm:col-span-2"
        error={errorText(errors.legalName)}
      />
      {parts.map(({ name, autoComplete, wide }) => (
        <TextField
          key={name}
          {...register(name)}
          label={t(`invoicing.${name}`)}
          autoComplete={autoComplete}
          {...(wide && { className: 'sm:col-span-2' })}
          error={errorText(errors[name])}
          optional
        />
      ))}
      <Select
        {...register('country')}
        label={t('invoicing.country')}
        placeholder={t('invoicing.noCountry')}
        options={countryOptions(locale)}
        autoComplete="country"
        error={errorText(errors.country)}
        optional
      />
    </div>
  );
}
