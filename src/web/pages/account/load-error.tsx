import { useLocation, useRouteError } from 'react-router';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { AccountPanel } from './panel.tsx';

/** Names why a page could not be loaded, or that the server couldn't be reached, with a retry. */
export function LoadError({ title }: { title: string }) {
  const { t } = useTranslation();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  return (
    <AccountPanel title={title}>
      <Banner
        tone="danger"
        title={failureText(t, error) ?? t('errors.unavailable')}
        action={
          <a href={`${pathname}${search}`} className={buttonClass('white', 'sm')}>
            {t('common.action.retry')}
          </a>
        }
      />
    </AccountPanel>
  );
}
