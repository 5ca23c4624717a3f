import type { ReactNode } from 'react';
import { BrandLink } from '#web/components/brand.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * Renders the frame of the app without personal data, before the browser knows the session; around what is
 * known to be shown instead, if given.
 */
export function AppSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[17rem_1fr] rail:grid-cols-[4.25rem_1fr]">
      <header className="flex h-14 items-center border-line bg-surface px-5 max-lg:border-b lg:h-dvh lg:flex-col lg:items-stretch lg:gap-8 lg:border-r lg:py-5">
        <BrandLink to="/app/dashboard" />
        {!children && (
          <div className="hidden flex-col gap-3 lg:flex">
            <Skeleton className="h-12" />
            <Skeleton className="mt-4 h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </div>
        )}
      </header>
      <main
        aria-busy={!children}
        className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-5 py-6 sm:px-8 lg:py-10"
      >
        {children ?? <LoadingPage />}
      </main>
    </div>
  );
}

function LoadingPage() {
  const { t } = useTranslation();
  return (
    <>
      <p className="sr-only" role="status">
        {t('common.loading')}
      </p>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </>
  );
}
