import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldNotes } from './field.tsx';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
} & Omit<ComponentProps<'input'>, 'type'>;

/** Classes shared by check boxes, radio buttons and switches. */
export const boxClass = clsx(
  'peer absolute inset-0 size-full cursor-pointer appearance-none border border-line-strong bg-field transition-colors',
  'checked:border-accent-ink checked:bg-accent-ink indeterminate:border-accent-ink indeterminate:bg-accent-ink',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger-ink',
);

/** Renders the row of a check box or switch: control, label, hint and error. */
function Choice({ label, hint, error, className, id, children }: ChoiceProps) {
  return (
    <div className={clsx('flex min-w-0 gap-3', className)}>
      {children}
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="cursor-pointer text-sm font-medium text-ink">
          {label}
        </label>
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  children: ReactNode;
} & Pick<Props, 'label' | 'hint' | 'error' | 'className'>;

function useChoice({ label, hint, error, className, id, ...input }: Props) {
  const own = useId();
  const control = id ?? own;
  const described = clsx(hint && `${control}-hint`, error && `${control}-error`) || undefined;
  return {
    choice: { label, hint, error, className, id: control },
    input: {
      ...input,
      id: control,
      'aria-describedby': described,
      'aria-invalid': error ? (true as const) : undefined,
    },
  };
}

/** Renders a check box. */
export function Checkbox(props: Props) {
  const { choice, input } = useChoice(props);
  return (
    <Choice {...choice}>
      <span className="relative mt-0.5 size-4.5 shrink-0">
        <input {...input} type="checkbox" className={clsx(boxClass, 'rounded-sm')} />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3.5 text-field peer-checked:block peer-indeterminate:hidden"
        />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3.5 text-field peer-indeterminate:block"
        />
      </span>
    </Choice>
  );
}

const switchRole = { type: 'checkbox', role: 'switch' } as const;

/** Renders a switch, which takes effect immediately. */
export function Switch(props: Props) {
  const { choice, input } = useChoice(props);
  return (
    <Choice {...choice}>
      <span className="relative h-5 w-9 shrink-0">
        <input {...input} {...switchRole} className={clsx(boxClass, 'rounded-full')} />
        <span className="pointer-events-none absolute top-1 left-1 size-3 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4 peer-checked:bg-field forced-colors:bg-[ButtonText]" />
      </span>
    </Choice>
  );
}
