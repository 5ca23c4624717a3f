import { clsx } from 'clsx';
import { CreditCard } from 'lucide-react';
import { useLayoutEffect, useRef, type ChangeEvent, type FocusEvent } from 'react';
import { controlClass, Field } from '#web/ui/field.tsx';
import { cardBrandName, digitsOf, groupCardNumber, type CardBrand } from './card-numbers.ts';

type Props = {
  name: string;
  label: string;
  brand: CardBrand;
  value: string;
  onChange: (value: string) => void;
  onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  error: string | undefined;
};

/** Returns the caret position after a number of digits. */
function caretAfter(text: string, digits: number) {
  const before = text.match(new RegExp(`^(?:\\D*\\d){${digits}}`))?.[0];
  return before?.length ?? text.length;
}

/** Groups a card number while it is typed, and shows its brand. */
export function CardNumberField({ brand, onChange, label, error, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Keeps the caret in place when the groups change.
  useLayoutEffect(() => {
    if (caret.current !== null) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [input.value]);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const next = groupCardNumber(target.value);
    const isAtEnd = target.selectionStart === target.value.length;
    const before = digitsOf(target.value.slice(0, target.selectionStart ?? 0)).length;
    caret.current = isAtEnd ? null : caretAfter(next, before);
    onChange(next);
  };
  const known = cardBrandName(brand);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            ref={field}
            type="text"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            onChange={take}
            className={clsx(controlClass, 'pr-26 tabular-nums')}
          />
          <span
            aria-live="polite"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs font-semibold text-muted"
          >
            {known || <CreditCard aria-hidden className="size-5" />}
          </span>
        </span>
      )}
    </Field>
  );
}
