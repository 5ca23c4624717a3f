import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The blog's source does not answer; the rest of the site does. */
export function Unavailable() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<CloudOff aria-hidden />} title={t('blog.unavailable')}>
      {t('errors.blog.unavailable')}
    </EmptyState>
  );
}
