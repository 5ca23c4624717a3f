import { useEffect, useState } from 'react';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { continueAtProvider } from '#web/components/sso/flow.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export { clientLoader, HydrateFallback } from '#web/pages/account/signed-in.tsx';

let starting: ReturnType<typeof api.sso.startStepUp> | undefined;

/** Sends a signed-in person to their identity provider to authenticate again, in a tab of its own (R-SSO-14). */
export default function ConfirmPage() {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    // Once, although React may ask twice.
    starting ??= api.sso.startStepUp();
    starting.then(
      (started) => void continueAtProvider(started),
      (error: unknown) => setFailure(failureText(t, error) ?? t('errors.internal')),
    );
  }, [t]);
  return (
    <AccountPanel title={t('account.again.title')} text={t('sso.signIn.organizationText')}>
      {failure === null ? (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {t('sso.signIn.finishing')}
        </p>
      ) : (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </AccountPanel>
  );
}
