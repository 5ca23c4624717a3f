import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#web/components/page-title.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { failureText } from './failure-text.ts';

/** Renders the error of a page that failed to load, with a link to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('common.failure.title')}</PageTitle>
      <EmptyState
        isPage
        icon={<TriangleAlert aria-hidden />}
        title={t('common.failure.title')}
        // Loads a new document, which resets the state of the page.
        action={
          <a className={buttonClass()} href="/app/dashboard">
            {t('common.failure.home')}
          </a>
        }
      >
        {failureText(t, error) ?? t('common.failure.text')}
      </EmptyState>
    </>
  );
}
