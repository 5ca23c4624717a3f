import { useQuery } from '@tanstack/react-query';
import { CircleStop, Trash2 } from 'lucide-react';
import { useParams, useNavigate } from 'react-router';
import type { AnnouncementRecord } from '#contract/announcements.ts';
import { Failure } from '#contract/errors.ts';
import { textInLanguage } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { announcementQuery, refreshAnnouncements } from './queries.ts';
import { AnnouncementStateBadge } from './state-badge.tsx';

export const handle: RouteHandle = { title: 'announcements.announcement' };

/** Creates an announcement, or changes, ends and deletes one (R-ANN-05). */
export default function AnnouncementPage() {
  const { id } = useParams();
  return id ? <ExistingAnnouncement key={id} id={id} /> : <NewAnnouncement />;
}

function NewAnnouncement() {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('announcements.new')}</PageTitle>
      <PageHeader title={t('announcements.new')} description={t('announcements.newText')} />
      <AnnouncementEditor record={null} />
    </>
  );
}

function ExistingAnnouncement({ id }: { id: string }) {
  const { t, locale } = useTranslation();
  const { data, error } = useQuery(announcementQuery(id));
  if (error instanceof Failure && error.code === 'notFound') return <UnknownRecord error={error} />;
  if (error && !data) throw error;
  if (!data) {
    return (
      <>
        <PageTitle>{t('announcements.announcement')}</PageTitle>
        <Skeleton className="h-96" />
      </>
    );
  }
  const { title, language } = textInLanguage(data.texts, locale);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 wrap-anywhere">
            <span lang={language}>{title}</span>
            <AnnouncementStateBadge {...data} />
          </span>
        }
        actions={<AnnouncementActions announcement={data} />}
      />
      <AnnouncementEditor key={data.version} record={data} />
    </>
  );
}

/** Ends an announcement that is shown, or deletes one, after a confirmation (R-ANN-05). */
function AnnouncementActions({ announcement }: { announcement: AnnouncementRecord }) {
  const { t, locale } = useTranslation();
  const { title } = textInLanguage(announcement.texts, locale);
  const navigate = useNavigate();
  const act = useAction();
  const may = useMayCall();
  if (!may('announcements/update')) return null;
  const params = { id: announcement.id };
  const end = () =>
    act({
      question: {
        title: t('announcements.endTitle', { title }),
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
        title: t('announcements.removeTitle', { title }),
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
