import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Detail = {
  key: string;
  label: ReactNode;
  value: ReactNode;
};

/** Renders names and values of one record, read-only. */
export function DetailsList({
  details,
  className,
}: {
  details: readonly Detail[];
  className?: string;
}) {
  return (
    <dl className={clsx('divide-y divide-line text-sm', className)}>
      {details.map(({ key, label, value }) => (
        <div
          key={key}
          className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(8rem,min(14rem,40%))_1fr]"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
