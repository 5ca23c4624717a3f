import { onlineManager } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageTitle } from '#web/components/page-title.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { failureText } from './failure-text.ts';

const homePath = '/app/dashboard';

/** Renders the error of a page that failed to load, with a retry and a link to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const { isChecking, isUnreachable, retry } = useReload();
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

/**
 * Returns a function that reloads the page if the server can be reached: without a connection the
 * browser would replace the product with its own error page. When the network returns, the page
 * reloads by itself.
 */
const useReload = () => {
  const [state, setState] = useState<'failed' | 'checking' | 'unreachable'>(() =>
    onlineManager.isOnline() ? 'failed' : 'unreachable',
  );
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && window.location.reload()), []);
  const retry = (event: MouseEvent) => {
    event.preventDefault();
    setState('checking');
    fetch('/health/live', { cache: 'no-store' }).then(
      () => window.location.reload(),
      () => setState('unreachable'),
    );
  };
  return { isChecking: state === 'checking', isUnreachable: state === 'unreachable', retry };
};
