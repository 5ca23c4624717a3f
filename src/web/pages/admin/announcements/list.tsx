import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ReloadButton } from '#web/components/lists/list-buttons.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { AnnouncementTable } from './announcement-table.tsx';
import { allAnnouncementsQuery } from './queries.ts';

/** Lists the announcements with their schedule and state (R-ANN-05). */
export default function AnnouncementList() {
  const { t } = useTranslation();
  const list = useQuery(allAnnouncementsQuery);
  if (list.error && !list.data) throw list.error;
  const may = useMayCall();
  const add = may('announcements/create') && (
    <Button render={<Link to="new" />}>
      <Plus aria-hidden className="size-4" />
      {t('announcements.new')}
    </Button>
  );
  return (
    <>
      <PageTitle>{t('announcements.title')}</PageTitle>
      <PageHeader
        title={t('announcements.title')}
        description={t('announcements.text')}
        actions={
          <>
            <ReloadButton list={list} />
            {list.data?.length !== 0 && add}
          </>
        }
      />
      <Card flush>
        <AnnouncementTable announcements={list.data} add={add} />
      </Card>
    </>
  );
}
