import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';

// Their code loads after the page, like that of the hub, which counts.
const load = () => import('./bell.tsx');
const Bell = lazyPart(async () => (await load()).NotificationBell);
const Messages = lazyPart(async () => (await load()).UnreadMessages);

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
