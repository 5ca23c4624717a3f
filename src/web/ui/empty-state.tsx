import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  icon?: ReactNode;
  /** First action: a button or a link. */
  action?: ReactNode;
  className?: string;
  /** Makes the title the page's heading, if nothing else is on the page. */
  isPage?: boolean;
  children?: ReactNode;
};

/** Renders the empty state of a list with its first action (R-APP-10). */
export function EmptyState({ title, icon, action, className, isPage, children }: Props) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={clsx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {icon && <span className="kit-empty">{icon}</span>}
      <Title className="text-base font-semibold text-ink">{title}</Title>
      {children && <div className="max-w-md text-sm text-pretty text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
