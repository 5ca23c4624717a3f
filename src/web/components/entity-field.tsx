import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors.ts';
import type { Field } from '#contract/fields.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { pictureTypes } from '#web/ui/files.ts';
import { MoneyField, NumberField } from '#web/ui/number-field.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { ComboField, DateField, TextArea, TextField } from '#web/ui/text-field.tsx';
import { optionsOf } from './entity-choices.ts';
import { EntityFileField } from './entity-file-field.tsx';
import type { FormValues } from './entity-input.ts';
import { MinimumProductField, MinimumRoleField } from './entity-minimum-field.tsx';
import { EntityValue } from './entity-value.tsx';
import { useLocale } from './use-formats.ts';

type Props = {
  name: string;
  field: Field;
  label: string;
  hint?: string | undefined;
  /** For a String: suggested values; others may be typed. */
  suggestions?: readonly string[] | undefined;
  /** True if it is fixed once the record exists. */
  disabled: boolean;
};

const maxPictureMegabytes = 10;
const texts = (value: unknown) => (typeof value === 'string' ? value : '');
const numbers = (value: unknown) => (typeof value === 'number' ? value : null);
const listed = (among: Readonly<Record<string, string>>) =>
  Object.entries(among).map(([value, label]) => ({ value, label }));
const signs: Record<string, string> = { eur: '€', mxn: 'MX$' };
/** Returns the currency symbol: dollars, unless the record has its own currency. */
const useCurrencySign = () => {
  const currency: unknown = useWatch<FormValues>({ name: 'currency' });
  return signs[texts(currency)] ?? '$';
};
const lists = (value: unknown) => (Array.isArray(value) ? (value as number[]) : []);

/** Renders the control of a field by its kind, with its error. */
export function EntityField(props: Props) {
  const { name, field: declared, label, hint, suggestions, disabled } = props;
  const { kind, optional, among } = declared;
  const { t } = useTranslation();
  const locale = useLocale();
  const { field, fieldState } = useController<FormValues>({ name });
  const currency = useCurrencySign();
  const code = fieldState.error?.type as ErrorCode | undefined;
  const { value, onChange, ...bound } = field;
  const shared = {
    ...bound,
    label,
    hint,
    disabled,
    optional: optional ?? false,
    error: code && t(`errors.${code}`),
  };
  switch (kind) {
    case 'String': {
      const line = { ...shared, value: texts(value), onChange };
      if (among) return <Select {...line} options={listed(among)} />;
      return suggestions ? (
        <ComboField {...line} suggestions={suggestions} />
      ) : (
        <TextField {...line} />
      );
    }
    case 'TextArea':
      return <TextArea {...shared} value={texts(value)} onChange={onChange} />;
    case 'Date':
      return <DateField {...shared} value={texts(value)} onChange={onChange} />;
    case 'Bool': {
      const { optional: _, ...box } = shared;
      return <Checkbox {...box} checked={value === true} onChange={onChange} />;
    }
    case 'Number':
    case 'Count':
      return <NumberField {...shared} locale={locale} value={numbers(value)} onChange={onChange} />;
    case 'Money':
      return (
        <MoneyField
          {...shared}
          currency={currency}
          locale={locale}
          value={numbers(value)}
          onChange={onChange}
        />
      );
    case 'Image':
      return (
        <PictureField
          {...shared}
          hint={t('common.file.type')}
          limits={{ accept: pictureTypes, maxBytes: maxPictureMegabytes * 1_000_000 }}
          messages={{
            type: t('common.file.type'),
            size: t('common.file.size', { max: maxPictureMegabytes }),
            count: t('common.file.count'),
          }}
          value={value ? [texts(value)] : []}
          onChange={([picture]) => onChange(picture ?? null)}
        />
      );
    case 'File':
      return (
        <EntityFileField
          {...shared}
          value={value instanceof File ? value : null}
          onChange={onChange}
        />
      );
    case 'SubscriptionProducts':
      return <MinimumProductField {...shared} value={lists(value)} onChange={onChange} />;
    case 'TenantUserRoles':
      return <MinimumRoleField {...shared} value={lists(value)} onChange={onChange} />;
    case 'ResourceFileType':
    case 'SubscriptionPriceType':
    case 'SubscriptionBillingPeriod':
    case 'UserType':
    case 'UserLoginType':
      return (
        <Select
          {...shared}
          options={optionsOf(t, kind)}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      );
    default:
      return kind satisfies never;
  }
}

type ComputedProps = {
  field: Field;
  label: string;
  compute: (values: FormValues) => unknown;
};

/** Renders a computed field, updated while the form changes. */
export function ComputedField({ field: { kind }, label, compute }: ComputedProps) {
  const { control } = useFormContext<FormValues>();
  const values = useWatch({ control });
  return (
    <div className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-3 py-2.5 text-sm">
      <span className="text-muted">{label}</span>
      <output className="font-semibold tabular-nums">
        <EntityValue kind={kind} value={compute(values)} />
      </output>
    </div>
  );
}
