import { useState } from 'react';
import type { JoinQuestion } from '#contract/sso/sso.ts';
import type { SignInReply } from '#contract/users.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { answerFlow } from '#web/components/sso/flow.ts';
import { AccountPanel } from '#web/pages/account/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

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
export function Join({ question: { isMember, ...of }, onAnswer }: Props) {
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
