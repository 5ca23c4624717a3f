import { onlineManager } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '#web/session/translation.ts';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnline = () => onlineManager.isOnline();

/** Shows that the device is offline, above everything else and without covering what is pressed. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, isOnline, () => true);
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
    </div>
  );
}
