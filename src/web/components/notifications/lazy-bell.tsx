import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Their code loads after the page, like that of the hub, which counts.
const Bell = lazyPart(async () => (await import('./bell.tsx')).NotificationBell);
const Messages = lazyPart(async () => (await import('./bell.tsx')).UnreadMessages);

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
