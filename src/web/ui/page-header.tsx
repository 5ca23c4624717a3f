import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end. */
  actions?: ReactNode;
  /** Breadcrumbs or a back link above the title. */
  above?: ReactNode;
};

/** Renders the header of a page: title, description and actions. */
export function PageHeader({ title, description, actions, above }: Props) {
  return (
    <header className="flex flex-col gap-2">
      {above}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight text-ink">{title}</h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {description && (
        <p className="-mt-1 max-w-prose text-sm text-pretty text-muted">{description}</p>
      )}
    </header>
  );
}
