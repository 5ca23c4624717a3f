import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Role } from '#contract/access.ts';
import type { JoinQuestion, SsoTest } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { roleName } from '#web/components/role-name.ts';
import { announceConfirmation } from '#web/components/security/confirmed-elsewhere.ts';
import { finishFlow, answerFlow } from '#web/components/sso/flow.ts';
import { Confirmed } from '#web/pages/account/confirmed.tsx';
import { AccountPanel, textLinkClass } from '#web/pages/account/panel.tsx';
import { leaveNotice } from '#web/session/notice.ts';
import { takeResumePath } from '#web/session/resume.ts';
import { landingPath, startSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Route } from './+types/callback.ts';

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

/** Shows what a sign-in with the draft would do, and what the identity provider sent (R-SSO-02). */
function TestResult({ test }: { test: SsoTest }) {
  const { t } = useTranslation();
  const isGood = test.outcome === 'tested';
  const details = [
    { key: 'reference', label: t('sso.log.reference'), value: test.reference },
    ...(test.email === null ? [] : [{ key: 'email', label: t('sso.log.who'), value: test.email }]),
    ...(test.role === null
      ? []
      : [{ key: 'role', label: t('sso.result.role'), value: roleName(t, test.role as Role) }]),
  ];
  return (
    <AccountPanel title={t('sso.result.title')}>
      <div className="grid gap-6">
        <Banner tone={isGood ? 'success' : 'danger'} role="alert">
          {t(`sso.outcome.${test.outcome}`)}
        </Banner>
        <DetailsList details={details} />
        {test.claims.length > 0 && (
          <div className="grid gap-3">
            <h2 className="font-semibold">{t('sso.result.claims')}</h2>
            <DetailsList
              details={test.claims.map(({ name, value }) => ({
                key: name,
                label: <code className="break-all">{name}</code>,
                value: <code className="break-all">{value}</code>,
              }))}
            />
          </div>
        )}
        {/* A new document: the app has its own theme. */}
        <a href="/app/settings/organization/sso#connection" className={buttonClass('primary')}>
          {t('sso.result.back')}
        </a>
      </div>
    </AccountPanel>
  );
}

type Props = {
  question: JoinQuestion;
  /** Receives the session, or null after "Not now". */
  onAnswer: (session: SignInReply | null) => void;
};

const focus = (element: HTMLElement | null) => element?.focus();

/**
 * Asks a person who has an account already whether they join the organization, or as a member sign in through its provider
 * (R-SSO-17). Takes the focus, so that screen readers announce the question.
 */
function Join({ question: { isMember, ...of }, onAnswer }: Props) {
  const { t } = useTranslation();
  const [state, setState] = useState<{ answers: boolean } | { failed: unknown } | null>(null);
  const isBusy = state !== null && 'answers' in state;
  const answer = async (joins: boolean) => {
    if (isBusy) return;
    setState({ answers: joins });
    try {
      onAnswer((await answerFlow(joins)).session);
    } catch (failed) {
      setState({ failed });
    }
  };
  const kind = isMember ? 'link' : 'join';
  return (
    <div ref={focus} tabIndex={-1} className="w-full max-w-md outline-none">
      <AccountPanel title={t(`sso.${kind}.title`, of)} text={t(`sso.${kind}.text`, of)}>
        <div className="grid gap-4">
          {state && 'failed' in state && (
            <Banner tone="danger" role="alert">
              {failureText(t, state.failed) ?? t('errors.internal')}
            </Banner>
          )}
          <Button
            className="min-h-11"
            loading={isBusy && state.answers}
            onClick={() => void answer(true)}
          >
            {t(`sso.${kind}.accept`)}
          </Button>
          <Button
            variant="white"
            className="min-h-11"
            loading={isBusy && !state.answers}
            onClick={() => void answer(false)}
          >
            {t('sso.join.decline')}
          </Button>
        </div>
      </AccountPanel>
    </div>
  );
}
