import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const tones = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
};

/** Renders a short label about the thing beside it. */
export function Badge({
  tone = 'neutral',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: keyof typeof tones }) {
  return (
    <span
      {...rest}
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        '[&_svg]:size-3',
        tones[tone],
        className,
      )}
    />
  );
}
