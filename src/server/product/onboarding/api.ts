import type { onboarding } from '#contract/onboarding/onboarding.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { addSamples, removeSamples } from './service/samples.ts';
import { getState, hideChecklist } from './service/state.ts';

export const onboardingApi = ({
  database,
}: Pick<AppContext, 'database'>): Handlers<typeof onboarding> => ({
  get: async ({ tenant }) => getState(database, await tenant.authorized()),
  hide: (call) => hideChecklist(database, call),
  addSamples: ({ tenant, locale }) => addSamples(tenant, locale),
  removeSamples: ({ tenant }) => removeSamples(tenant),
});
