import { CircleStop, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { AnnouncementRecord } from '#contract/announcements.ts';
import { api } from '#web/api/api.ts';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { refreshAnnouncements } from './queries.ts';

/** Ends an announcement that is shown, or deletes one, after a confirmation (R-ANN-05). */
export function AnnouncementActions({ announcement }: { announcement: AnnouncementRecord }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const act = useAction();
  const may = useMayCall();
  if (!may('announcements/update')) return null;
  const params = { id: announcement.id };
  const end = () =>
    act({
      question: {
        title: t('announcements.endTitle'),
        text: t('announcements.endText'),
        yes: t('announcements.end'),
        no: t('common.action.cancel'),
      },
      work: async () => {
        await api.announcements.end({ params });
        await refreshAnnouncements();
      },
      done: t('announcements.ended'),
      removes: true,
    });
  const remove = () =>
    act({
      question: {
        title: t('announcements.removeTitle'),
        text: t('announcements.removeText'),
        yes: t('announcements.remove'),
        no: t('common.action.cancel'),
        danger: true,
      },
      work: async () => {
        await api.announcements.remove({ params });
        await navigate('/admin/announcements');
        await refreshAnnouncements();
      },
      done: t('announcements.removed'),
      removes: true,
    });
  return (
    <>
      {announcement.state === 'shown' && (
        <Button variant="white" onClick={() => void end()}>
          <CircleStop aria-hidden className="size-4" />
          {t('announcements.end')}
        </Button>
      )}
      <Button variant="white" onClick={() => void remove()}>
        <Trash2 aria-hidden className="size-4" />
        {t('announcements.remove')}
      </Button>
    </>
  );
}
