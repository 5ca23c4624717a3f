import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, controlClass, type FieldProps } from './field.tsx';

export type SelectOption = {
  value: string | number;
  label: string;
  disabled?: boolean;
};

type Props = {
  options: readonly SelectOption[];
  /** Shown without a value; it can be chosen again in an optional field only. */
  placeholder?: string;
} & FieldProps &
  ComponentProps<'select'>;

/**
 * Renders a native select (with phone pickers, type-ahead and screen reader support), styled where
 * the browser supports it (`appearance: base-select`).
 */
export function Select(props: Props) {
  const { label, hint, error, optional, className, id, options, placeholder, ...select } = props;
  return (
    <Field {...{ label, hint, error, optional, className, id }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={clsx(controlClass, 'kit-select pr-10')}>
            {placeholder !== undefined && (
              <option value="" disabled={!optional}>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
