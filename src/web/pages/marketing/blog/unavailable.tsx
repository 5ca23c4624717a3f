import { CloudOff } from 'lucide-react';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Reports that the blog's source is unreachable. */
export function BlogUnavailable({ isPage }: { isPage?: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState isPage={isPage} icon={<CloudOff aria-hidden />} title={t('blog.unavailable')}>
      {t('errors.blog.unavailable')}
    </EmptyState>
  );
}
