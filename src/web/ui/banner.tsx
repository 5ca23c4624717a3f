import { clsx } from 'clsx';
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

const tones = {
  info: { icon: Info, look: 'bg-info-soft', ink: 'text-info-ink' },
  warning: { icon: TriangleAlert, look: 'bg-warning-soft', ink: 'text-warning-ink' },
  danger: { icon: CircleX, look: 'bg-danger-soft', ink: 'text-danger-ink' },
  success: { icon: CircleCheck, look: 'bg-success-soft', ink: 'text-success-ink' },
};

type Props = {
  tone: keyof typeof tones;
  title?: ReactNode;
  /** A small button or link. */
  action?: ReactNode;
} & Omit<ComponentProps<'div'>, 'title'>;

/**
 * Renders a notice about the page. Set `role="status"` or `"alert"` if it appears after loading.
 */
export function Banner({ tone, title, action, className, children, ...rest }: Props) {
  const { icon: Icon, look, ink } = tones[tone];
  return (
    <div
      data-tone={tone}
      {...rest}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg px-4 py-3',
        look,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-3 sm:basis-64">
        <Icon aria-hidden className={clsx('size-5 shrink-0', ink)} />
        <div className="min-w-0 text-sm text-ink">
          {title && <p className={clsx('font-semibold', ink)}>{title}</p>}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
