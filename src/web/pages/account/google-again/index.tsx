import { useMutation } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { announceConfirmation } from '#web/components/security/confirmed-elsewhere.ts';
import { Confirmed } from '#web/pages/account/confirmed.tsx';
import { GoogleButton } from '#web/pages/account/google-button.tsx';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import type { Route } from './+types/index.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('google')];

export const headers = thirdPartyHeaders('google');

export { clientLoader, HydrateFallback } from '#web/pages/account/signed-in.tsx';

/** Has a signed-in person authenticate again with Google, in a tab of its own: the app loads no script of Google. */
export default function GoogleAgainPage() {
  const { t } = useTranslation();
  const confirm = useMutation(
    {
      mutationFn: (idToken: string) => api.factors.stepUp({ body: { method: 'google', idToken } }),
      onSuccess: announceConfirmation,
    },
    queryClient,
  );
  if (confirm.isSuccess) return <Confirmed />;
  return (
    <AccountPanel
      title={t('account.again.title')}
      text={t('account.again.google')}
      referrer="strict-origin"
    >
      <div className="grid gap-5">
        {confirm.error && (
          <Banner tone="danger" role="alert">
            {failureText(t, confirm.error) ?? t('errors.internal')}
          </Banner>
        )}
        <GoogleButton text="continue_with" onToken={(idToken) => confirm.mutate(idToken)} />
      </div>
    </AccountPanel>
  );
}
