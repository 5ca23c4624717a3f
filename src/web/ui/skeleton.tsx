import { clsx } from 'clsx';

/** Renders a placeholder while something loads; give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('block animate-pulse rounded-md bg-sunken', className ?? 'h-4 w-full')}
    />
  );
}
