import { useState } from 'react';
import { Failure } from '#contract/errors.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { SubmitButton } from '#web/components/forms/submit-button.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';

type Props<T> = {
  label: string;
  /** Text for a link that is unknown, used or expired. */
  ended: string;
  run: () => Promise<T>;
  onDone: (reply: T) => void;
};

/** Runs what an emailed link is for when the visitor presses a button, and shows a refusal above it. */
export function LinkAction<T>({ label, ended, run, onDone }: Props<T>) {
  const { t } = useTranslation();
  const [state, setState] = useState<'asks' | 'runs' | { failed: unknown }>('asks');
  const submit = async () => {
    setState('runs');
    try {
      onDone(await run());
    } catch (failed) {
      setState({ failed });
    }
  };
  const isFailed = typeof state === 'object';
  const isEnded =
    isFailed && state.failed instanceof Failure && state.failed.code === 'account.verify.invalid';
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isFailed && (
        <Banner tone="danger" role="alert">
          {isEnded ? ended : (failureText(t, state.failed) ?? t('errors.internal'))}
        </Banner>
      )}
      <SubmitButton loading={state === 'runs'} className="min-h-11">
        {label}
      </SubmitButton>
    </form>
  );
}
