import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
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
    <ListPage
      title={t('announcements.title')}
      text={t('announcements.text')}
      list={list}
      actions={list.data?.length !== 0 && add}
    >
      <AnnouncementTable announcements={list.data} add={add} />
    </ListPage>
  );
}
