import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, type ComponentProps } from 'react';

export type Swatch = {
  value: string;
  /** Name of the color in the language of the page. */
  label: string;
};

type Props = {
  label: string;
  swatches: readonly Swatch[];
  /** Chosen value; omit it with `register('name')`. */
  value?: string;
} & Omit<ComponentProps<'input'>, 'value' | 'type'>;

/** Renders a list of colors. A swatch shows the accent of the theme in its `data-color`. */
export function ColorPicker({ label, swatches, value, name, className, ...input }: Props) {
  const own = useId();
  return (
    <div role="radiogroup" aria-label={label} className={clsx('flex flex-wrap gap-2', className)}>
      {swatches.map((swatch) => (
        <span key={swatch.value} data-color={swatch.value} className="relative size-8">
          <input
            {...input}
            type="radio"
            name={name ?? own}
            value={swatch.value}
            aria-label={swatch.label}
            title={swatch.label}
            {...(value === undefined ? {} : { checked: value === swatch.value })}
            className={swatchClass}
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-2 hidden size-4 text-(--on) peer-checked:block"
          />
        </span>
      ))}
    </div>
  );
}

const swatchClass = clsx(
  'peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-line-strong bg-(--fill)',
  'transition-transform checked:border-ink checked:ring-2 checked:ring-ink checked:ring-offset-2 checked:ring-offset-surface hover:scale-110',
);
