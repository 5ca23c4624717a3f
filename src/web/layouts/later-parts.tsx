import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { hasKept, subscribeToMark } from '#web/api/kept-mark.ts';
import { UpdateNotice } from '#web/components/installed/update-notice.tsx';
import { loadQueuedChanges } from '#web/components/outbox/on-demand.ts';
import { watchAccount } from '#web/components/security/watch-account.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const QueuedChanges = lazyPart(loadQueuedChanges);

/** Renders the parts of every signed-in page that the first visit does not need. */
export function LaterParts() {
  const kept = useSyncExternalStore(subscribeToMark, hasKept);
  useEffect(watchAccount, []);
  return (
    <>
      <UpdateNotice />
      <Suspense>{kept && <QueuedChanges />}</Suspense>
    </>
  );
}
