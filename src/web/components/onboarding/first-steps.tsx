import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Role, transactionsTier } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { useReadOnly } from '#web/components/billing/use-read-only.ts';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checklist } from './checklist.tsx';
import { onboardingQuery } from './onboarding-query.ts';
import { SampleButton } from './sample-button.tsx';
import { removeSampleData } from './samples.ts';

/** Parts of a page: the notice of sample data, the checklist, and the button that adds sample data. */
type FirstSteps = { notice: ReactNode; checklist: ReactNode; sampleButton: ReactNode };

/** Maximum wait for the state, in milliseconds; the page shows without these parts then. */
const timeoutMs = 2_000;

/**
 * Loads the parts before a page is shown; null after a failure or a timeout. A complete checklist is shown only if it
 * was open before in this tab.
 */
export const firstStepsFor = (checklist: boolean) =>
  Promise.race([
    load(checklist).catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, timeoutMs, null)),
  ]);

async function load(checklist: boolean): Promise<FirstSteps> {
  const query = onboardingQuery();
  const before = queryClient.getQueryData(query.queryKey)?.steps ?? [];
  const { steps } = await (checklist
    ? queryClient.fetchQuery({ ...query, staleTime: 0 })
    : queryClient.ensureQueryData(query));
  const isShown = checklist && [...before, ...steps].some(({ done }) => !done);
  return {
    notice: <CurrentNotice />,
    checklist: isShown && <Checklist />,
    sampleButton: <SampleButton />,
  };
}

/** Renders the notice while the organization has sample data. */
function CurrentNotice() {
  const { data } = useQuery(onboardingQuery());
  return data?.hasSamples && <SampleNotice />;
}

/** Says that the page shows sample data, and removes it for those who may (R-ONB-06). */
function SampleNotice() {
  const { t } = useTranslation();
  const session = useSession();
  const readOnly = useReadOnly();
  const { mutate, isPending } = useMutation({ mutationFn: () => removeSampleData(t) });
  const missing = missingRequirements(session, { tier: transactionsTier, role: Role.Member });
  // The page shows none of it.
  if (missing.tier !== undefined) return null;
  const mayRemove = !readOnly && Object.keys(missing).length === 0;
  return (
    <Banner
      tone="info"
      action={
        mayRemove && (
          <Button
            size="sm"
            variant="white"
            aria-label={t('onboarding.samples.remove')}
            loading={isPending}
            onClick={() => mutate()}
          >
            {t('onboarding.samples.removeAction')}
          </Button>
        )
      }
    >
      {t('onboarding.samples.notice')}
    </Banner>
  );
}
