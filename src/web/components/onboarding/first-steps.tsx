import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/api/queries.ts';
import { Checklist } from './checklist.tsx';
import { onboardingQuery } from './onboarding-query.ts';
import { SampleButton } from './sample-button.tsx';
import { SampleNotice } from './sample-notice.tsx';

/** Parts of a page: the notice of sample data with the checklist, and the button that adds sample data. */
type FirstSteps = { notice: ReactNode; sampleButton: ReactNode };

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
    notice: (
      <>
        <CurrentNotice />
        {isShown && <Checklist />}
      </>
    ),
    sampleButton: <SampleButton />,
  };
}

/** Renders the notice while the organization has sample data. */
function CurrentNotice() {
  const { data } = useQuery(onboardingQuery());
  return data?.hasSamples && <SampleNotice />;
}
