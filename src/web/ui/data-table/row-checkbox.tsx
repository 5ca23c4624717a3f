import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { type ComponentProps } from 'react';
import { boxClass } from '#web/ui/checkbox.tsx';

type Props = {
  label: string;
  /** True if some rows of the list are selected, but not all: a mixed checkbox. */
  isPartial?: boolean;
} & Omit<ComponentProps<'input'>, 'type'>;

/** Renders the check box of a row, or of all rows; the area around it can be pressed as well. */
export function RowCheckbox({ label, isPartial = false, ...input }: Props) {
  return (
    <span className="relative m-auto block size-4.5">
      <input
        {...input}
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isPartial;
        }}
        // Shift selects a range of rows, and not of text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        className={clsx(
          boxClass,
          'scroll-my-24 rounded-sm after:absolute after:-inset-3.5 after:content-[""]',
        )}
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className={clsx(markClass, 'peer-checked:block peer-indeterminate:hidden')}
      />
      <Minus aria-hidden strokeWidth={3} className={clsx(markClass, 'peer-indeterminate:block')} />
    </span>
  );
}

const markClass = 'pointer-events-none absolute inset-0.5 hidden size-3.5 text-field';
