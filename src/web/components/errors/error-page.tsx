import { onlineManager } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { PageTitle } from '#web/components/page-title.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { failureText } from './failure-text.ts';

const homePath = '/app/dashboard';

/** Renders the error of a page that failed to load, with a retry and a link to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { isChecking, isUnreachable, retry } = useReload({ atOnce: isLoadError(error) });
  return (
    <>
      <PageTitle>{t('common.failure.title')}</PageTitle>
      <EmptyState
        isPage
        icon={<TriangleAlert aria-hidden />}
        title={t('common.failure.title')}
        // Both load a new document, which resets the state of the page.
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              loading={isChecking}
              // A link: the page may be shown without its scripts.
              render={<a href={`${pathname}${search}`} />}
              onClick={retry}
            >
              {t('common.action.retry')}
            </Button>
            {pathname !== homePath && (
              <a className={buttonClass('white')} href={homePath}>
                {t('common.failure.home')}
              </a>
            )}
          </div>
        }
      >
        <span role="status">
          {isUnreachable
            ? t('errors.unavailable')
            : (failureText(t, error) ?? t('common.failure.text'))}
        </span>
      </EmptyState>
    </>
  );
}

async function reloadIfReachable() {
  await fetch('/health/live', { cache: 'no-store' });
  window.location.reload();
}

/** Returns true in a document that came from a reload: what it can't load, another can't either. */
const isReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');

/** Returns true when a module could not be loaded, in the words of Chromium, Firefox and WebKit. */
const isLoadError = (error: unknown) =>
  error instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(error.message);

/**
 * Returns a function that reloads the page if the server can be reached: without a connection the
 * browser would replace the product with its own error page. The page reloads by itself when the
 * network returns, and at most once when its code could not be loaded: browsers remember failed scripts,
 * so only a new document can load them (R-APP-12).
 */
function useReload({ atOnce }: { atOnce: boolean }) {
  const first = atOnce && !isReloaded() ? 'checking' : 'failed';
  const [state, setState] = useState<'failed' | 'checking' | 'unreachable'>(
    onlineManager.isOnline() ? first : 'unreachable',
  );
  useEffect(() => {
    if (state === 'checking') void reloadIfReachable().catch(() => setState('unreachable'));
    return onlineManager.subscribe((isOnline) => isOnline && window.location.reload());
  }, [state]);
  const retry = (event: MouseEvent) => {
    event.preventDefault();
    setState('checking');
  };
  return { isChecking: state === 'checking', isUnreachable: state === 'unreachable', retry };
}
