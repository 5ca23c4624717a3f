import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ChecklistStep, OnboardingState } from '#contract/onboarding/onboarding.ts';
import { api } from '#web/api/api.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { showRefusal } from './samples.ts';

/** Step with its text: the plan's names the card during a trial. */
export type ShownStep = OnboardingState['steps'][number] & { text: ChecklistStep | 'card' };

const paths: Record<Exclude<ChecklistStep, 'verify'>, string> = {
  appearance: '/app/settings/organization/general',
  invite: '/app/settings/organization/members/new',
  transaction: '/app/transactions/new',
  resource: '/app/resources',
  plan: subscriptionPath,
};

type StepProps = { step: ShownStep; isNext: boolean };

const rowClass = 'flex min-h-14 items-center gap-3 rounded-md px-3 py-2';

/** Renders a step: a link to its screen, or the button that emails the verification link again. */
export function Step({ step, isNext }: StepProps) {
  const look = <StepText step={step} isNext={isNext} />;
  if (step.key === 'verify')
    return step.done ? <div className={rowClass}>{look}</div> : <Verify>{look}</Verify>;
  return (
    <Link to={paths[step.key]} className={clsx(rowClass, 'hover:bg-sunken')}>
      {look}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  );
}

/** Renders the first step that is open as a link, without its explanation. */
export function NextStep({ step: { key, text } }: Pick<StepProps, 'step'>) {
  const { t } = useTranslation();
  if (key === 'verify') return null;
  return (
    <Link to={paths[key]} className="font-medium underline underline-offset-4">
      {t(`onboarding.checklist.${text}.title`)}
    </Link>
  );
}

function StepText({ step: { done, text }, isNext }: Pick<StepProps, 'step' | 'isNext'>) {
  const { t } = useTranslation();
  const Icon = done ? CircleCheck : Circle;
  return (
    <>
      <Icon
        aria-hidden
        className={clsx(
          'size-5 shrink-0',
          done ? 'text-success-ink' : isNext ? 'text-accent-ink' : 'text-muted',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className={clsx('block text-sm font-semibold', done && 'text-muted line-through')}>
          {t(`onboarding.checklist.${text}.title`)}
        </span>
        {!done && (
          <span className="block text-sm text-muted">{t(`onboarding.checklist.${text}.text`)}</span>
        )}
        <span className="sr-only">
          {t(done ? 'onboarding.checklist.done' : 'onboarding.checklist.todo')}
        </span>
      </span>
    </>
  );
}

/** Emails the verification link again. */
function Verify({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { email } = useSession().user;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.accounts.resendVerification({ body: { email } }),
    onSuccess: () =>
      void toast({ tone: 'success', title: t('onboarding.checklist.verifySent', { email }) }),
    onError: (error) => void showRefusal(t, error),
  });
  return (
    <div className={clsx(rowClass, 'flex-wrap')}>
      {children}
      <Button size="sm" variant="white" loading={isPending} onClick={() => mutate()}>
        {t('onboarding.checklist.verifyAction')}
      </Button>
    </div>
  );
}
