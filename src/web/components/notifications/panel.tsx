import { Link } from 'react-router';
import { ErrorText } from '#web/components/notifications/error-text.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { SidePanel } from '#web/ui/dialogs/side-panel.tsx';
import { MarkAllButton } from './mark-all-button.tsx';
import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './use-notifications.ts';

/** Renders the newest notifications beside the page. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const list = useNotifications();
  return (
    <SidePanel
      title={t('notifications.title')}
      onClose={onClose}
      footer={
        <>
          <MarkAllButton list={list} />
          <Button variant="white" render={<Link to="/app/notifications" onClick={onClose} />}>
            {t('notifications.all')}
          </Button>
        </>
      }
    >
      <div className="-mx-6 -my-5">
        {list.error && !list.data ? (
          <ErrorText error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <NotificationList list={list} onOpen={onClose} />
        )}
      </div>
    </SidePanel>
  );
}
