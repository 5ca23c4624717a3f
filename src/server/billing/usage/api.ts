import type { usage } from '#contract/usage/usage.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { listEntitledUsage } from './service/list.ts';

export const usageApi = (): Handlers<typeof usage> => ({
  get: ({ tenant }) => listEntitledUsage(tenant),
});
