import type { coupons } from '#contract/coupons.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { create } from './service/create.ts';
import { get, getPerformance, list } from './service/list.ts';
import { update } from './service/update.ts';

export const couponsApi = (context: AppContext): Handlers<typeof coupons> => ({
  getAll: () => list(context),
  get: ({ params }) => get(context, params.id),
  getPerformance: () => getPerformance(context),
  create: ({ body }) => create(context, body),
  update: ({ params, body }) => update(context, { ...params, ...body }),
});
