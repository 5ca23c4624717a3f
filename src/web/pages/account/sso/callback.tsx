import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { JoinQuestion, SsoTest } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { announceConfirmation } from '#web/components/security/confirmed-elsewhere.ts';
import { finishFlow } from '#web/components/sso/flow.ts';
import { Confirmed } from '#web/pages/account/confirmed.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { leaveNotice } from '#web/session/notice.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/callback.ts';
import { Join } from './join.tsx';
import { TestResult } from './test-result.tsx';

type Result = SsoTest | Error | 'confirmed' | { question: JoinQuestion };

/** Finishes a sign-in when the identity provider sends the browser back, or shows the result of a test. */
export default function SsoCallback({ params: { organization } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [result, setResult] = useState<Result | null>(null);
  const answered = async (session: SignInReply | null) => {
    if (session) startSession(session);
    else leaveNotice('joinDeclined');
    const path = session ? landingPath(session.user, takeResumePath()) : '/account/login';
    await navigate(path, { replace: true });
  };
  const enter = useEffectEvent(answered);
  useEffect(() => {
    const query = window.location.search.slice(1);
    finishFlow({ organization, query }).then(
      async ({ session, test, confirmed, question }) => {
        // The address holds the code of the provider, which is used up.
        window.history.replaceState(window.history.state, '', window.location.pathname);
        if (test) return setResult(test);
        if (confirmed) {
          announceConfirmation();
          return setResult('confirmed');
        }
        if (question) return setResult({ question });
        return session ? enter(session) : undefined;
      },
      (error: unknown) => setResult(error instanceof Error ? error : new Error('unknown')),
    );
  }, [organization]);
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
  if (result && 'question' in result) {
    return <Join question={result.question} onAnswer={(session) => void answered(session)} />;
  }
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
