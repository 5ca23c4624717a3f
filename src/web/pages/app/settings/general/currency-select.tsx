import type { UseFormRegisterReturn } from 'react-hook-form';
import { transactionCurrencies } from '#contract/entities/currency.ts';
import { currencyOptions } from '#web/components/currency-names.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Select } from '#web/ui/select.tsx';

/** Renders the choice of the currency of transactions (R-ORG-13). */
export function CurrencySelect(props: UseFormRegisterReturn & { error?: string | undefined }) {
  const { t, locale } = useTranslation();
  return (
    <Select
      {...props}
      label={t('settings.organization.details.currency')}
      hint={t('settings.organization.details.currencyHint')}
      options={currencyOptions(transactionCurrencies, locale)}
    />
  );
}
