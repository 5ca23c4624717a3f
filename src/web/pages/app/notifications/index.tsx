import { SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import { MarkAllButton } from '#web/components/notifications/mark-all-button.tsx';
import { NotificationList } from '#web/components/notifications/notification-list.tsx';
import { useNotifications } from '#web/components/notifications/use-notifications.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const handle: RouteHandle = { title: 'notifications.title' };

/** Lists own notifications in the organization (R-NTF-04). */
export default function Notifications() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const list = useNotifications();
  return (
    <>
      <PageTitle>{t('notifications.title')}</PageTitle>
      <PageHeader
        title={t('notifications.title')}
        description={t('notifications.text', { organization: tenant.name })}
        actions={
          <>
            <MarkAllButton list={list} />
            <Button variant="white" render={<Link to="/app/settings/profile/notifications" />}>
              <SlidersHorizontal aria-hidden className="size-4" />
              {t('notifications.preferences')}
            </Button>
          </>
        }
      />
      <Card flush>
        <NotificationList list={list} />
      </Card>
    </>
  );
}
