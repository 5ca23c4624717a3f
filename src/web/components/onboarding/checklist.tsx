import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, CircleCheck, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { OnboardingState } from '#contract/onboarding/onboarding.ts';
import { api } from '#web/api/api.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { NextStep, Step, type ShownStep } from './checklist-step.tsx';
import { onboardingQuery } from './onboarding-query.ts';
import { showRefusal } from './samples.ts';

/** Number of steps after which those that remain take one line, which opens. */
const foldedFrom = 3;

/** Renders the first steps of an organization, each with a link to its screen (R-ONB-01). */
export function Checklist() {
  const { t } = useTranslation();
  const { data } = useQuery(onboardingQuery());
  const steps = useSteps(data);
  const done = steps.filter((step) => step.done).length;
  const total = steps.length;
  // Folded only from the start: the page must not move while it is used.
  const [isCollapsed] = useState(done === total);
  const [isFolded, setFolded] = useState(done >= foldedFrom);
  if (total === 0) return null;
  if (isCollapsed) {
    return (
      <Line>
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
        <p className="min-w-0 flex-1">
          <span className="font-semibold">{t('onboarding.checklist.complete')}</span>{' '}
          <span className="text-muted">{t('onboarding.checklist.completeText')}</span>
        </p>
        <HideButton />
      </Line>
    );
  }
  const next = steps.find((step) => !step.done);
  const title = t(done === total ? 'onboarding.checklist.complete' : 'onboarding.checklist.title');
  if (isFolded) {
    return (
      <Line>
        <h2 className="font-semibold max-sm:flex-1">{title}</h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-1 max-sm:basis-full sm:contents">
          <Progress {...{ done, total }} />
          {next && <NextStep step={next} />}
        </div>
        <IconButton
          label={t('onboarding.checklist.all')}
          aria-expanded={false}
          onClick={() => setFolded(false)}
          className="-my-2 sm:ml-auto"
        >
          <ChevronDown aria-hidden />
        </IconButton>
        <HideButton />
      </Line>
    );
  }
  return (
    <Card title={title} actions={<HideButton />} flush>
      <div className="-mt-2 flex items-center gap-3 px-5">
        <Progress {...{ done, total }} />
      </div>
      <ol role="list" className="mt-3 grid gap-x-2 px-2 pb-3 md:grid-cols-2 xl:grid-cols-3">
        {steps.map((step) => (
          <li key={step.key}>
            <Step step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Card flush>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 pr-3 pl-5 text-sm">
      {children}
    </div>
  </Card>
);

function Progress({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  const text = t('onboarding.checklist.progress', { done, total });
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('onboarding.checklist.title')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={text}
        className="h-2 w-24 max-w-64 overflow-hidden rounded-full bg-sunken sm:flex-1"
      >
        {/* Inline style, because the width is computed from data. */}
        <div
          className="h-full rounded-full bg-accent transition-[width] motion-reduce:transition-none"
          style={{ width: `${(done / total) * 100}%` }}
        />
      </div>
      <p className="text-sm text-muted tabular-nums">{text}</p>
    </>
  );
}

/**
 * Returns the steps as they are shown. Cards are known to the payment provider alone: during a trial the plan's
 * step is done once one is on file.
 */
function useSteps(state: OnboardingState | undefined): ShownStep[] {
  const { product } = useSession();
  const isTrial = product?.status === 'trialing';
  const { data } = useQuery({ ...subscriptionQuery(), enabled: isTrial });
  const hasCard = isTrial && (data?.cards.length ?? 0) > 0;
  return (state?.steps ?? []).map((step) =>
    step.key === 'plan'
      ? { ...step, done: step.done || hasCard, text: isTrial ? 'card' : 'plan' }
      : { ...step, text: step.key },
  );
}

/** Hides the checklist for good; an operator who acts as the member can't. */
function HideButton() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { impersonatedBy } = useSession().user;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.onboarding.hide(),
    onSuccess: (state) => {
      document.getElementById('content')?.focus({ preventScroll: true });
      cache.setQueryData(onboardingQuery().queryKey, state);
    },
    onError: (error) => void showRefusal(t, error),
  });
  if (impersonatedBy) return null;
  return (
    <IconButton
      label={t('onboarding.checklist.hide')}
      aria-disabled={isPending}
      onClick={() => !isPending && mutate()}
      className="-my-2 -mr-2"
    >
      <X aria-hidden />
    </IconButton>
  );
}
