import { useRender } from '@base-ui/react/use-render';
import { clsx } from 'clsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant =
  | 'primary'
  | 'danger'
  | 'destructive'
  | 'warning'
  | 'success'
  | 'white'
  | 'secondary';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent shadow-sm hover:bg-accent-hover',
  // Leads to a confirmation.
  danger:
    'border-danger-ink text-danger-ink hover:border-danger hover:bg-danger hover:text-on-danger',
  // Executes at once; its border and icon differ from a primary button in a red accent.
  destructive: 'border-danger-ink bg-danger text-on-danger shadow-sm hover:bg-danger-hover',
  warning: 'border-transparent bg-warning text-on-warning shadow-sm hover:bg-warning-hover',
  success: 'border-transparent bg-success text-on-success shadow-sm hover:bg-success-hover',
  white: 'border-line-strong/50 bg-raised text-ink shadow-sm hover:border-line-strong',
  secondary: 'border-line bg-sunken text-ink hover:border-line-strong',
};

const sizes = {
  sm: 'min-h-8 gap-1.5 px-3 py-1 text-sm',
  normal: 'min-h-10 gap-2 px-4 py-2 text-sm',
};

/** Returns the classes of a button, for an element that can't be one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: keyof typeof sizes = 'normal',
) {
  return clsx(
    'relative inline-flex cursor-pointer items-center justify-center rounded-md border',
    'text-center font-semibold transition-colors select-none',
    'aria-busy:cursor-progress not-aria-busy:aria-disabled:opacity-50 disabled:cursor-not-allowed disabled:opacity-50',
    variants[variant],
    sizes[size],
  );
}

export type ButtonProps = {
  variant?: ButtonVariant;
  size?: keyof typeof sizes;
  /** Shows a spinner and ignores presses; the button keeps its width and focus. */
  loading?: boolean;
} & useRender.ComponentProps<'button'>;

/** Renders a button; `render={<Link to="…" />}` makes it a link with the look of one. */
export function Button(props: ButtonProps) {
  const { variant, size, loading = false, render, className, children, onClick, ...rest } = props;
  return useRender({
    defaultTagName: 'button',
    render,
    props: {
      ...(render ? {} : { type: 'button' }),
      ...rest,
      ...(loading ? { 'aria-busy': true, 'aria-disabled': true } : {}),
      onClick: loading
        ? (event: { preventDefault: () => void }) => event.preventDefault()
        : onClick,
      className: clsx(buttonClass(variant, size), className),
      children: loading ? (
        <>
          <Spinner className="absolute" />
          <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
        </>
      ) : (
        children
      ),
    },
  });
}
