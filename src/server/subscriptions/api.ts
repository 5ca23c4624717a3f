import type { subscriptions } from '#contract/subscriptions.ts';
import type { Handlers } from '#server/http/serve.ts';
import { getCurrent } from './service.ts';

export const subscriptionsApi = (): Handlers<typeof subscriptions> => ({
  getCurrent: ({ tenant }) => getCurrent(tenant),
});
