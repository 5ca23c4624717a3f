import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';

/** Returns the query of the checklist and the sample data. */
export const onboardingQuery = () =>
  queryOptions({
    queryKey: tenantQueryKey('onboarding'),
    queryFn: () => api.onboarding.get(),
  });
