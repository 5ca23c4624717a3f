import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useRouteLoaderData } from 'react-router';
import type { FieldDefinition } from '#contract/entities/fields.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { currencyOptions } from '#web/components/currency-names.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { DateField } from '#web/ui/date/date-field.tsx';
import type { FieldProps } from '#web/ui/field.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { pictureTypes } from '#web/ui/files.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { PictureField } from '#web/ui/picture-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { ComboField, TextArea, TextField } from '#web/ui/text-field.tsx';
import { choiceOptions } from './choices.ts';
import type { FormValues } from './input.ts';
import { MinimumProductField, MinimumRoleField } from './minimum-field.tsx';
import { RecordMoneyField } from './money-field.tsx';
import { EntityValue } from './value.tsx';

type Props = {
  name: string;
  field: FieldDefinition;
  label: string;
  hint?: string | undefined;
  /** For a String: suggested values; others may be typed. */
  suggestions?: readonly string[] | undefined;
  /** True if it is fixed once the record exists. */
  disabled: boolean;
};

const maxPictureMegabytes = 10;
const toText = (value: unknown) => (typeof value === 'string' ? value : '');
const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
const toSelectOptions = (among: Readonly<Record<string, string>>) =>
  Object.entries(among).map(([value, label]) => ({ value, label }));
const toNumbers = (value: unknown) => (Array.isArray(value) ? (value as number[]) : []);

/** Renders the control of a field by its kind, with its error. */
export function EntityField(props: Props) {
  const { name, field: declared, label, hint, suggestions, disabled } = props;
  const { kind, optional, among, min } = declared;
  const { t, locale } = useTranslation();
  const { field, fieldState } = useController<FormValues>({ name });
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
  // As in a new record: a form whose input was deleted again has no changes.
  const type = ({ target }: { target: { value: string } }) => onChange(target.value || null);
  switch (kind) {
    case 'String': {
      const line = { ...shared, value: toText(value), onChange: type };
      if (among) {
        const isCurrency = name === 'currency';
        const options = isCurrency
          ? currencyOptions(Object.keys(among), locale)
          : toSelectOptions(among);
        return <Select {...line} options={options} />;
      }
      return suggestions ? (
        <ComboField {...line} suggestions={suggestions} />
      ) : (
        <TextField {...line} />
      );
    }
    case 'TextArea':
      return <TextArea {...shared} value={toText(value)} onChange={type} />;
    case 'Date':
      return <DateField {...shared} locale={locale} value={toText(value)} onChange={onChange} />;
    case 'Bool': {
      const { optional: _, ...box } = shared;
      return <Checkbox {...box} checked={value === true} onChange={onChange} />;
    }
    case 'Number':
    case 'Count':
      return (
        <NumberField
          {...shared}
          {...(min !== undefined && { min })}
          locale={locale}
          value={toNumber(value)}
          onChange={onChange}
        />
      );
    case 'Money':
      return (
        <RecordMoneyField {...shared} locale={locale} value={toNumber(value)} onChange={onChange} />
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
          value={value ? [toText(value)] : []}
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
      return <MinimumProductField {...shared} value={toNumbers(value)} onChange={onChange} />;
    case 'TenantUserRoles':
      return <MinimumRoleField {...shared} value={toNumbers(value)} onChange={onChange} />;
    case 'ResourceFileType':
    case 'SubscriptionPriceType':
    case 'SubscriptionBillingPeriod':
    case 'UserType':
    case 'UserLoginType':
      return (
        <Select
          {...shared}
          options={choiceOptions(t, kind)}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      );
    default:
      return kind satisfies never;
  }
}

type ComputedProps = {
  field: FieldDefinition;
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

type EntityFileFieldProps = {
  value: File | null;
  onChange: (value: File | null) => void;
  disabled: boolean;
} & FieldProps;

const gibibyte = 1024 ** 3;

/** Renders the file input of an entity; the value is the file (R-RES-01). */
function EntityFileField({ value, onChange, ...shared }: EntityFileFieldProps) {
  const { t } = useTranslation();
  const root = useRouteLoaderData<{ site: { uploadLimit: number } }>('root');
  const maxBytes = root?.site.uploadLimit ?? 2 * gibibyte;
  return (
    <FileField
      {...shared}
      hint="zip, txt, png, jpg, rar"
      limits={{ accept: '.zip,.txt,.png,.jpg,.jpeg,.rar', maxBytes }}
      messages={{
        type: t('common.file.fileType'),
        size: t('common.file.fileSize', { max: Math.floor(maxBytes / 1024 ** 2) }),
        count: t('common.file.fileCount'),
      }}
      value={value ? [value] : []}
      onChange={([file]) => onChange(file ?? null)}
    />
  );
}
