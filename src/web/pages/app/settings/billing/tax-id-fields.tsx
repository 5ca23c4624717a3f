import { Plus, Trash2 } from 'lucide-react';
import { get, useFormContext } from 'react-hook-form';
import { maxTaxIds, taxIdTypes, type TaxId, type TaxIdType } from '#contract/billing/details.ts';
import { useFieldError } from '#web/components/forms/form-failures.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FormInput } from './input.ts';

/** The kind that a company in the country has. */
const usualKinds: Record<string, TaxIdType> = { BR: 'br_cnpj', IN: 'in_gst', MX: 'mx_rfc' };

/** Renders one row for each tax id, and a button for one more. */
export function TaxIdFields() {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, formState, getValues, setValue, watch } = useFormContext<FormInput>();
  const taxIds = watch('taxIds');
  // Not `useFieldArray`, which would be part of the first script of every page with a form.
  const change = (to: TaxId[]) => {
    setValue('taxIds', to);
    // Only a field of its own makes the whole form compare with what is saved.
    setValue('country', getValues('country'), { shouldDirty: true });
  };
  const type = usualKinds[getValues('country')] ?? 'eu_vat';
  return (
    <div className="flex flex-col items-start gap-5">
      {[...taxIds.keys()].map((index) => (
        <div
          key={index}
          className="grid w-full grid-cols-[1fr_auto] gap-x-3 gap-y-5 sm:grid-cols-[1fr_1fr_auto]"
        >
          <Select
            {...register(`taxIds.${index}.type`)}
            label={t('invoicing.taxIdKind')}
            options={taxIdTypes.map((value) => ({ value, label: t(`invoicing.kind.${value}`) }))}
            className="col-span-2 sm:col-span-1"
          />
          <TextField
            {...register(`taxIds.${index}.value`)}
            label={t('invoicing.taxIdValue')}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            error={errorText(get(formState.errors, `taxIds.${index}.value`))}
          />
          <IconButton
            className="mt-6.5 size-10"
            label={t('invoicing.removeTaxId', { number: index + 1 })}
            onClick={() => change(taxIds.toSpliced(index, 1))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      {taxIds.length < maxTaxIds && (
        <Button variant="secondary" onClick={() => change([...taxIds, { type, value: '' }])}>
          <Plus aria-hidden className="size-4" />
          {t('invoicing.addTaxId')}
        </Button>
      )}
    </div>
  );
}
