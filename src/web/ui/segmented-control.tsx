import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

export type Segment = {
  value: string | number;
  label: ReactNode;
};

type Props = {
  /** Name of the choice for screen readers. */
  label: string;
  segments: readonly Segment[];
  /** Chosen value; omit it with `register('name')`. */
  value?: string | number;
  /** Value that is chosen at first, for a control without state. */
  initialValue?: string;
} & Omit<ComponentProps<'input'>, 'value' | 'type'>;

/** Renders a few values side by side as radio buttons, so arrow keys change the choice. */
export function SegmentedControl({
  label,
  segments,
  value,
  initialValue,
  name,
  className,
  ...input
}: Props) {
  const own = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={clsx('inline-flex rounded-lg bg-sunken p-1', className)}
    >
      {segments.map((segment) => (
        <label key={segment.value} className={segmentClass}>
          <input
            {...input}
            type="radio"
            name={name ?? own}
            value={segment.value}
            {...(value === undefined ? {} : { checked: String(value) === String(segment.value) })}
            {...(initialValue !== undefined && { defaultChecked: initialValue === segment.value })}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          {segment.label}
        </label>
      ))}
    </div>
  );
}

const segmentClass = clsx(
  'kit-segment',
  'relative inline-flex min-h-8 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted',
  'transition-colors hover:text-ink has-checked:bg-ink has-checked:text-canvas has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-50',
);
