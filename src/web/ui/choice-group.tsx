import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { boxClass } from './checkbox.tsx';
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx';

export type ChoiceOption = {
  value: string | number;
  label: ReactNode;
  hint?: ReactNode;
};

type Props = {
  /** `checkbox`: several values; `radio`: one value. */
  type: 'checkbox' | 'radio';
  choices: readonly ChoiceOption[];
} & FieldProps &
  ComponentProps<'input'>;

/**
 * Renders a group of check boxes or radio buttons. Spread `register('name')` into it: the form's
 * value is that of the radio button, or the list of the checked values, as strings.
 */
export function ChoiceGroup(props: Props) {
  const { label, hint, error, optional, className, id, choices, type, ...input } = props;
  const own = useId();
  const group = id ?? own;
  const described = clsx(hint && `${group}-hint`, error && `${group}-error`) || undefined;
  return (
    <fieldset aria-describedby={described} className={clsx('flex flex-col gap-2', className)}>
      <legend className="mb-2 flex w-full items-baseline justify-between gap-2 text-sm">
        <FieldLabel label={label} optional={optional} />
      </legend>
      {choices.map((choice) => (
        <label key={choice.value} className={choiceClass}>
          <span className="relative mt-px size-4.5 shrink-0">
            <input
              {...input}
              type={type}
              value={choice.value}
              aria-invalid={error ? true : undefined}
              className={clsx(boxClass, type === 'radio' ? 'rounded-full' : 'rounded-sm')}
            />
            {type === 'radio' ? (
              <span
                className={clsx(
                  markClass,
                  'inset-1.25 rounded-full bg-field forced-colors:bg-[ButtonText]',
                )}
              />
            ) : (
              <Check
                aria-hidden
                strokeWidth={3}
                className={clsx(markClass, 'inset-0.5 size-3.5')}
              />
            )}
          </span>
          <span className="min-w-0">
            <span className="block font-medium text-ink">{choice.label}</span>
            {choice.hint && <span className="mt-0.5 block text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
      <FieldNotes id={group} hint={hint} error={error} />
    </fieldset>
  );
}

const choiceClass = clsx(
  'flex cursor-pointer gap-3 rounded-md border border-line p-3 text-sm transition-colors',
  'hover:border-line-strong has-checked:border-accent-ink has-checked:bg-sunken has-disabled:opacity-50',
);
const markClass = 'pointer-events-none absolute hidden text-field peer-checked:block';
