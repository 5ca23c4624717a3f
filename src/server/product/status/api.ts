import type { status } from '#contract/status.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { getStatus } from './service.ts';

export const statusApi = ({ database }: Pick<AppContext, 'database'>): Handlers<typeof status> => ({
  get: () => getStatus(database),
});
