import { Skeleton } from '#web/ui/skeleton.tsx';

/** Stands in for the figures while they load. */
export function FiguresSkeleton() {
  return (
    <>
      <Skeleton className="h-17 w-full rounded-lg sm:w-56" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <Skeleton className="h-52 rounded-lg lg:col-span-3" />
        <Skeleton className="h-92 rounded-lg lg:col-span-2" />
        <Skeleton className="h-92 rounded-lg" />
      </div>
    </>
  );
}
