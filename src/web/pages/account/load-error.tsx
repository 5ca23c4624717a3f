import { useLocation } from 'react-router';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { AccountPanel } from './panel.tsx';

/** Shows that the server couldn't be reached, with a retry. */
export function LoadError({ title }: { title: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <AccountPanel title={title}>
      <Banner
        tone="danger"
        title={t('errors.unavailable')}
        action={
          <a href={`${pathname}${search}`} className={buttonClass('white', 'sm')}>
            {t('common.action.retry')}
          </a>
        }
      />
    </AccountPanel>
  );
}
