import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '#web/session/translation.ts';
import { badgeText, useUnread } from '#web/session/unread.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const NotificationPanel = lazyPart(async () => (await import('./panel.tsx')).NotificationPanel);

/** Renders the number of unread notifications, and the button that opens their panel (R-NTF-04). */
export function NotificationBell({ className }: { className: string }) {
  const { t } = useTranslation();
  const { notifications: count } = useUnread();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={count > 0 ? t('notifications.bell.unread', { count }) : t('notifications.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`relative ${className}`}
      >
        <Bell aria-hidden />
        <UnreadBadge count={count} className="absolute -top-0.5 -right-0.5" />
      </IconButton>
      <Suspense>{isOpen && <NotificationPanel onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Renders the number of unread messages in the entry of the chat. */
export function UnreadMessages() {
  const { t } = useTranslation();
  const { messages: count } = useUnread();
  return (
    count > 0 && (
      <>
        <UnreadBadge count={count} className="ml-auto" />
        <span className="sr-only">{t('notifications.bell.messages', { count })}</span>
      </>
    )
  );
}

/** Renders a count; nothing without one. Its meaning is in the name of the control beside it. */
function UnreadBadge({ count, className }: { count: number; className: string }) {
  return (
    count > 0 && (
      <span
        aria-hidden
        className={`min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-on-accent tabular-nums ${className}`}
      >
        {badgeText(count)}
      </span>
    )
  );
}
