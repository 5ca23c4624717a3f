import { NumberField as Base } from '@base-ui/react/number-field';
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useState, type Ref } from 'react';
import { sanitizeAmount, formatAmount, parseAmount } from './amount.ts';
import { Field, controlClass, type FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

/** Props for react-hook-form's Controller: spread its `field`. The value is a number, or null. */
export type NumberFieldProps = {
  name?: string;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  disabled?: boolean | undefined;
  readOnly?: boolean;
  id?: string;
  className?: string;
  min?: number;
  max?: number;
  /** Locale of the digits, like `pt-BR`. */
  locale?: string;
} & FieldProps;

/** Renders an integer input with buttons for one more and one less. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, optional, className, id, ...rest } = props;
  const { value, onChange, onBlur, ref, ...root } = rest;
  const texts = useKitTexts();
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {({ id: control, ...described }) => (
        <Base.Root
          {...root}
          id={control}
          format={{ maximumFractionDigits: 0 }}
          value={value ?? null}
          onValueChange={onChange}
          className="contents"
        >
          <Base.Group className="relative flex">
            <Base.Input
              ref={ref}
              onBlur={onBlur}
              {...described}
              className={clsx(controlClass, 'pr-20 text-right tabular-nums')}
            />
            <span className="absolute inset-y-px right-px flex items-stretch">
              <Base.Decrement aria-label={texts.decrease} className={stepClass}>
                <Minus aria-hidden className="size-4" />
              </Base.Decrement>
              <Base.Increment
                aria-label={texts.increase}
                className={clsx(stepClass, 'rounded-r-md')}
              >
                <Plus aria-hidden className="size-4" />
              </Base.Increment>
            </span>
          </Base.Group>
        </Base.Root>
      )}
    </Field>
  );
}

const stepClass = clsx(
  'flex w-9 cursor-pointer items-center justify-center border-l border-line text-muted transition-colors hover:bg-sunken hover:text-ink',
  'data-disabled:pointer-events-none data-disabled:opacity-50 data-readonly:hidden',
);

type MoneyProps = {
  /** Currency symbol before the amount. */
  currency?: string;
  /** Decimals that the amount is shown with; two by default. */
  decimals?: number;
} & Omit<NumberFieldProps, 'min' | 'max'>;

/** Renders an amount with its decimals; accepts either separator and shows the locale's format. */
export function MoneyField(props: MoneyProps) {
  const { label, hint, error, optional, className, id, ...rest } = props;
  const { currency, decimals = 2, locale, value, onChange, onBlur, ...input } = rest;
  // Input stays as typed while the field has the focus.
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    onChange(parseAmount(text, locale));
  };
  const leave = () => {
    setTyped(undefined);
    onBlur?.();
  };
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <div className="relative flex">
          {currency && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-muted"
            >
              {currency}
            </span>
          )}
          <input
            {...input}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={
              typed ?? (typeof value === 'number' ? formatAmount(value, locale, decimals) : '')
            }
            onChange={({ target }) => take(sanitizeAmount(target.value))}
            onBlur={leave}
            className={clsx(controlClass, 'text-right tabular-nums', currency && 'pl-12')}
          />
        </div>
      )}
    </Field>
  );
}
