import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { hasKept, subscribeToMark } from '#web/api/kept-mark.ts';
import { UpdateNotice } from '#web/components/installed/update-notice.tsx';
import { loadQueuedChanges } from '#web/components/outbox/on-demand.ts';
import { watchAccount } from '#web/components/security/watch-account.tsx';
import { loadDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { loadToasts } from '#web/ui/toaster.tsx';

const QueuedChanges = lazyPart(loadQueuedChanges);

/** Renders the parts of every signed-in page that the first visit does not need. */
export function LaterParts() {
  const kept = useSyncExternalStore(subscribeToMark, hasKept);
  useEffect(loadBeforeUse, []);
  useEffect(watchAccount, []);
  return (
    <>
      <UpdateNotice />
      <Suspense>{kept && <QueuedChanges />}</Suspense>
    </>
  );
}

/** Loads what may be needed without a network. */
const loadBeforeUse = () => {
  loadDialogs().catch(() => undefined);
  loadToasts().catch(() => undefined);
};
