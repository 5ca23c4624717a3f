import { NumberField as Base } from '@base-ui/react/number-field';
import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Field, controlClass, type FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

/** Goes with react-hook-form's Controller: spread its `field`. The value is a number, or null. */
export interface NumberFieldProps extends FieldProps {
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
  /** Language of the figures, like `pt-BR`. */
  locale?: string;
}

interface Props extends NumberFieldProps {
  format: Intl.NumberFormatOptions;
  step: number;
  before?: ReactNode;
  steppers?: boolean;
}

function NumberInput(props: Props) {
  const { label, hint, error, optional, className, id, before, steppers, ...rest } = props;
  const { value, onChange, onBlur, ref, ...root } = rest;
  const texts = useKitTexts();
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {({ id: control, ...described }) => (
        <Base.Root
          {...root}
          id={control}
          value={value ?? null}
          onValueChange={onChange}
          className="contents"
        >
          <Base.Group className="relative flex">
            {before && (
              <span
                aria-hidden
                className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-muted"
              >
                {before}
              </span>
            )}
            <Base.Input
              ref={ref}
              onBlur={onBlur}
              {...described}
              className={clsx(
                controlClass,
                'text-right tabular-nums',
                before && 'pl-12',
                steppers && 'pr-20',
              )}
            />
            {steppers && (
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
            )}
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

/** A whole number with buttons for one more and one less. */
export function NumberField(props: NumberFieldProps) {
  return <NumberInput {...props} format={{ maximumFractionDigits: 0 }} step={1} steppers />;
}

/** An amount with two decimals, typed and shown as the locale writes it; `currency` stands before it. */
export function MoneyField({ currency, ...props }: NumberFieldProps & { currency?: string }) {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return <NumberInput {...props} format={format} step={0.01} before={currency} />;
}
