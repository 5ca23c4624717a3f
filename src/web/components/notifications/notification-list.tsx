import { clsx } from 'clsx';
import { BellOff, Check } from 'lucide-react';
import { Link } from 'react-router';
import { notificationLink } from '#contract/notifications/kinds.ts';
import type { NotificationRecord } from '#contract/notifications/notifications.ts';
import { notificationTexts } from '#locales/notification-texts.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { LoadMore } from '#web/components/lists/load-more.tsx';
import { loadedRows } from '#web/components/lists/paged-query.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useReadMarks, type useNotifications } from './use-notifications.ts';

type Props = {
  list: ReturnType<typeof useNotifications>;
  /** Called when a notification is opened. */
  onOpen?: () => void;
};

/** Renders own notifications, newest first; opening one marks it as read (R-NTF-04). */
export function NotificationList({ list, onOpen }: Props) {
  const { t } = useTranslation();
  const marks = useReadMarks();
  const rows = loadedRows(list);
  if (!rows) return <ListSkeleton />;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<BellOff aria-hidden />} title={t('notifications.empty')}>
        {t('notifications.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul role="list" className="divide-y divide-line">
        {rows.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            {...(onOpen && { onOpen })}
            {...(marks && { onRead: () => marks.one(notification.id) })}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

type ItemProps = {
  notification: NotificationRecord;
  onOpen?: () => void;
  onRead?: () => void;
};

function NotificationItem({ notification, onOpen, onRead }: ItemProps) {
  const { t, locale } = useTranslation();
  const { tenant } = useSession();
  const formats = useFormats();
  const { title, text } = notificationTexts(notification, {
    locale,
    organization: tenant.name,
    formatDay: (at) => formats.date(at, 'long'),
    translate: (key, values) => t(key, values),
  });
  const isUnread = notification.readAt === null;
  const open = () => {
    if (isUnread) onRead?.();
    onOpen?.();
  };
  return (
    <li className="relative flex items-start gap-3 px-4 py-3.5 hover:bg-sunken">
      <span
        className={clsx('mt-1.5 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <Link
          to={notificationLink(notification.kind, notification.details)}
          onClick={open}
          className={clsx(
            'text-sm text-pretty break-words text-ink after:absolute after:inset-0',
            isUnread ? 'font-semibold' : 'font-medium',
          )}
        >
          {isUnread && <span className="sr-only">{t('notifications.unread')}: </span>}
          {title}
        </Link>
        <p className="mt-0.5 text-sm text-pretty break-words text-muted">{text}</p>
        <p className="mt-1 text-xs text-muted">
          <DateTime at={notification.createdAt} />
        </p>
      </div>
      {isUnread && onRead && (
        <IconButton
          label={`${t('notifications.markOne')}: ${title}`}
          title={t('notifications.markOne')}
          onClick={onRead}
          className="relative -my-1 -mr-1"
        >
          <Check aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy className="divide-y divide-line">
      <p role="status" className="sr-only">
        {t('common.loading')}
      </p>
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-2 px-4 py-4 pl-9">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}
