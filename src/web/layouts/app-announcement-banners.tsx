import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ShownAnnouncement } from '#contract/announcements.ts';
import { Failure } from '#contract/errors.ts';
import { textInLanguage } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { AnnouncementBanner } from '#web/components/announcements/announcement-banner.tsx';
import { announcementsQuery } from '#web/components/announcements/current-announcements.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toaster.tsx';

/** Maximum number of banners at once: the page itself must stay in sight. */
const maxBanners = 2;

/** Renders the newest announcements in the member's language; a dismissed one makes room (R-ANN-04). */
export function AnnouncementBanners({
  announcements,
}: {
  announcements: readonly ShownAnnouncement[];
}) {
  const { locale } = useTranslation();
  // An operator who acts as the member must not hide it from them.
  const { impersonatedBy } = useSession().user;
  return announcements.slice(0, maxBanners).map(({ id, severity, texts, dismissible }) => {
    const { language, ...text } = textInLanguage(texts, locale);
    const action = dismissible && !impersonatedBy && <DismissButton id={id} title={text.title} />;
    return <AnnouncementBanner key={id} {...{ severity, text, language, action }} />;
  });
}

/** Dismisses an announcement on the server, then here; the focus moves to the page. */
function DismissButton({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.announcements.dismiss({ params: { id } }).catch((error: unknown) => {
        // It was deleted meanwhile.
        if (!(error instanceof Failure && error.code === 'notFound')) throw error;
      }),
    onSuccess: () => {
      document.getElementById('content')?.focus({ preventScroll: true });
      cache.setQueryData(announcementsQuery().queryKey, (shown) =>
        shown?.filter((announcement) => announcement.id !== id),
      );
    },
    onError: (error) =>
      void toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') }),
  });
  return (
    <IconButton
      label={t('app.announcement.dismiss', { title })}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
      className="-my-1.5 -mr-2"
    >
      <X aria-hidden />
    </IconButton>
  );
}
