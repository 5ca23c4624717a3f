import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { nullIfInvalidLink } from '#web/pages/account/current-visitor.ts';
import { LoadError } from '#web/pages/account/load-error.tsx';
import { AccountPanel, FormSuccess, textLinkClass } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { visitorContext } from '#web/session/visitor.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Route } from './+types/index.ts';

const preferencesPath = '/app/settings/profile/notifications';

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const { notifications } = context.get(visitorContext).api;
  const found = token
    ? await notifications.getUnsubscription({ params: { token } }).catch(nullIfInvalidLink)
    : null;
  return { token, found };
}

/** Asks before it stops emails: mail programs and scanners open links by themselves (R-NTF-07). */
export default function Unsubscribe({ loaderData: { token, found } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const stop = useMutation(
    { mutationFn: () => api.notifications.unsubscribe({ params: { token } }) },
    queryClient,
  );
  if (!found) {
    return (
      <AccountPanel title={t('notifications.unsubscribe.invalidTitle')}>
        <p className="mb-5 text-pretty text-muted">{t('notifications.unsubscribe.invalidText')}</p>
        <PreferencesLink />
      </AccountPanel>
    );
  }
  const kind =
    found.kind === 'digest'
      ? t('notifications.unsubscribe.digest')
      : t(`notifications.kinds.${found.kind}.name`);
  if (stop.isSuccess) {
    return (
      <FormSuccess
        title={t('notifications.unsubscribe.doneTitle')}
        text={t('notifications.unsubscribe.doneText', { kind })}
      >
        <PreferencesLink />
      </FormSuccess>
    );
  }
  return (
    <AccountPanel
      title={t('notifications.unsubscribe.title')}
      text={t('notifications.unsubscribe.text', { kind })}
      footer={
        <Link to={preferencesPath} className={textLinkClass}>
          {t('notifications.unsubscribe.keep')}
        </Link>
      }
    >
      <div className="grid gap-4">
        {stop.error && (
          <Banner tone="danger" role="alert">
            {failureText(t, stop.error) ?? t('errors.internal')}
          </Banner>
        )}
        <Button className="min-h-11" loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('notifications.unsubscribe.action')}
        </Button>
      </div>
    </AccountPanel>
  );
}

function PreferencesLink() {
  const { t } = useTranslation();
  return (
    <Button variant="white" render={<Link to={preferencesPath} />}>
      {t('notifications.unsubscribe.preferences')}
    </Button>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  return <LoadError title={t('notifications.unsubscribe.title')} />;
}
