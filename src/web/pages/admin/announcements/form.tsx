import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Failure } from '#contract/errors.ts';
import { textInLanguage } from '#locales/locales.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AnnouncementActions } from './announcement-actions.tsx';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { announcementQuery } from './queries.ts';
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
