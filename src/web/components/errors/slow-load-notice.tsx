import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/components/use-is-hydrated.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';

/**
 * Offers another try when a page isn't ready ten seconds after it was sent, for example because one
 * of its scripts failed. The style sheet shows it, so that it needs no script itself.
 */
export function SlowLoadNotice() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (useIsHydrated()) return null;
  return (
    <div
      data-slow-load
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-lg rounded-lg bg-surface shadow-lg transition-[visibility,opacity] delay-10000 starting:invisible starting:opacity-0"
    >
      <Banner
        tone="warning"
        title={t('common.failure.slow')}
        action={
          <a href={`${pathname}${search}`} className={buttonClass('white', 'sm')}>
            {t('common.action.retry')}
          </a>
        }
      />
    </div>
  );
}
