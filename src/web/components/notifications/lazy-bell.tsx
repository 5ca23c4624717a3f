import { Suspense } from 'react';
import { loadTextAreas } from '#web/session/language.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Their code loads after the page, like that of the hub, which counts.
async function withTexts<T>(part: Promise<T>) {
  await loadTextAreas(['notifications']);
  return part;
}
const Bell = lazyPart(() =>
  withTexts(import('./bell.tsx').then(({ NotificationBell }) => NotificationBell)),
);
const Messages = lazyPart(() =>
  withTexts(import('./bell.tsx').then(({ UnreadMessages }) => UnreadMessages)),
);

/** Renders the bell in its place. */
export const LazyBell = ({ className }: { className: string }) => (
  <Suspense fallback={<span className={`size-9 ${className}`} />}>
    <Bell className={className} />
  </Suspense>
);

/** Renders the number of unread messages. */
export const LazyUnreadMessages = () => (
  <Suspense>
    <Messages />
  </Suspense>
);
