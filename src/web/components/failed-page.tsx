import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#contract/errors.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageTitle } from './page-title.tsx';

/** A page that could not be loaded says so, and leads back to solid ground. */
export function FailedPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <PageTitle>{t('common.failure.title')}</PageTitle>
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={t('common.failure.title')}
        // A whole new document: whatever broke is gone with the old one.
        action={
          <a className={buttonClass()} href="/app/dashboard">
            {t('common.failure.home')}
          </a>
        }
      >
        {error instanceof Failure
          ? t(`errors.${error.code}`, error.params)
          : t('common.failure.text')}
      </EmptyState>
    </main>
  );
}
