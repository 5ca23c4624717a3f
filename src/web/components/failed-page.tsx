import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { failureText } from './failure-text.ts';
import { PageTitle } from './page-title.tsx';

/** A page that could not be loaded says so, and leads back to solid ground. */
export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <>
      <PageTitle>{t('common.failure.title')}</PageTitle>
      <EmptyState
        isPage
        icon={<TriangleAlert aria-hidden />}
        title={t('common.failure.title')}
        // A whole new document: whatever broke is gone with the old one.
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
