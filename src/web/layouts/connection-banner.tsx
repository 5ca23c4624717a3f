import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { hasKept, subscribeToMark } from '#web/api/kept-mark.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

// Only if the browser keeps drafts or changes that wait.
const QueuedChanges = lazyPart(async () =>
  (await import('#web/components/outbox/on-demand.ts')).loadQueuedChanges(),
);

/**
 * Shows that the device is offline, above everything else and without covering what is pressed, and at the
 * foot of the screen what waits to be sent.
 */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
  const kept = useSyncExternalStore(subscribeToMark, hasKept, () => false);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-3 z-60 flex justify-center empty:hidden"
    >
      {!online && (
        <p className="flex items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2 text-sm font-medium text-warning-ink shadow-lg">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('common.failure.offline')}
        </p>
      )}
      <Suspense>{kept && <QueuedChanges />}</Suspense>
    </div>
  );
}
