import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { SsoTest } from '#contract/sso/sso.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { announceConfirmation } from '#web/components/security/confirmed-elsewhere.ts';
import { finishFlow } from '#web/components/sso/flow.ts';
import { Confirmed } from '#web/pages/account/confirmed.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/callback.ts';
import { TestResult } from './test-result.tsx';

/** Finishes a sign-in when the identity provider sends the browser back, or shows the result of a test. */
export default function SsoCallback({ params: { organization } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [result, setResult] = useState<SsoTest | Error | 'confirmed' | null>(null);
  useEffect(() => {
    const query = window.location.search.slice(1);
    finishFlow({ organization, query }).then(
      async ({ session, test, confirmed }) => {
        // The address holds the code of the provider, which is used up.
        window.history.replaceState(window.history.state, '', window.location.pathname);
        if (test) return setResult(test);
        if (confirmed) {
          announceConfirmation();
          return setResult('confirmed');
        }
        if (!session) return undefined;
        startSession(session);
        await navigate(landingPath(session.user, takeResumePath()), { replace: true });
        return undefined;
      },
      (error: unknown) => setResult(error instanceof Error ? error : new Error('unknown')),
    );
  }, [navigate, organization]);
  if (result instanceof Error) {
    return (
      <AccountPanel
        title={t('sso.signIn.failed')}
        footer={
          <Link to="/account/login" className={textLinkClass}>
            {t('sso.signIn.back')}
          </Link>
        }
      >
        <Banner tone="danger" role="alert">
          {failureText(t, result) ?? t('errors.internal')}
        </Banner>
      </AccountPanel>
    );
  }
  if (result === 'confirmed') return <Confirmed />;
  if (result) return <TestResult test={result} />;
  return (
    <AccountPanel title={t('sso.signIn.title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        {t('sso.signIn.finishing')}
      </p>
    </AccountPanel>
  );
}
