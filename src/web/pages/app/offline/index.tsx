import { WifiOff } from 'lucide-react';
import { PageTitle } from '#web/components/page-title.tsx';
import { AppSkeleton } from '#web/layouts/app-skeleton.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Needs no script, which may not be there without a network; that of the site has another theme. */
export const handle = { static: 'without script' };

/** The page is the same for every visitor with the same language and theme. */
export const headers = () => ({ 'Cache-Control': 's-maxage=3600' });

/**
 * The service worker stores this page, and answers with it at the address of a page that can't be loaded
 * (R-PWA-02). Trying again loads that address.
 */
export default function OfflinePage() {
  const { t } = useTranslation();
  return (
    <AppSkeleton>
      <PageTitle>{t('app.offline.title')}</PageTitle>
      <EmptyState
        isPage
        icon={<WifiOff aria-hidden />}
        title={t('app.offline.title')}
        action={
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the address that was asked for
          <a href="" className={buttonClass()}>
            {t('common.action.retry')}
          </a>
        }
      >
        {t('app.offline.text')}
      </EmptyState>
    </AppSkeleton>
  );
}
