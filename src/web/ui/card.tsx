import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type Props = {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Buttons in a bar below the content. */
  footer?: ReactNode;
  /** Removes the padding of the content, for tables. */
  flush?: boolean;
} & Omit<ComponentProps<'section'>, 'title'>;

/** Renders a surface with a title. */
export function Card(props: Props) {
  const { title, description, actions, footer, flush, className, children, ...rest } = props;
  return (
    <section
      {...rest}
      className={clsx('scroll-mt-20 rounded-lg border border-line bg-surface shadow-sm', className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-5">
          <div className="min-w-0">
            <h2 className="text-base font-semibold text-ink">{title}</h2>
            {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className={clsx(flush ? (title || actions) && 'pt-3' : 'p-5')}>{children}</div>
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t border-line bg-canvas px-5 py-3">
          {footer}
        </footer>
      )}
    </section>
  );
}
