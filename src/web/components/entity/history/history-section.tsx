import { ChevronDown, History } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { RecordHistoryProps } from './record-history.tsx';

const RecordHistory = lazyPart<RecordHistoryProps>(
  async () => (await import('./record-history.tsx')).RecordHistory,
);

/** Renders a section below a form that shows the changes of its record when it is opened (R-HIS-01). */
export function HistorySection(props: RecordHistoryProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="group mt-6 border-t border-line pt-4"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        // At the foot of a long form it would open below what is visible.
        if (currentTarget.open) currentTarget.scrollIntoView();
      }}
    >
      <summary className="flex cursor-pointer items-center gap-2 rounded-md py-1 font-semibold">
        <History aria-hidden className="size-4" />
        {t('lists.history.title')}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-4">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <RecordHistory {...props} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
