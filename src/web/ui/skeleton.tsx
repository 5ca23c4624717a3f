import { clsx } from 'clsx';

/** The place of something that is loading; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('block animate-pulse rounded-md bg-sunken', className ?? 'h-4 w-full')}
    />
  );
}
