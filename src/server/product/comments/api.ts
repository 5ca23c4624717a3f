import type { comments } from '#contract/comments/comments.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { create, list, remove, restore, update } from './service.ts';
import { listPeople } from './service/people.ts';

export const commentsApi = (context: AppContext): Handlers<typeof comments> => ({
  getAll: async ({ tenant, params, query }) =>
    list(await tenant.authorized(), { transaction: params.id, ...query }),
  getPeople: async ({ tenant, query }) => listPeople(await tenant.authorized(), query.search),
  create: ({ body, ...member }) => create(context, member, body),
  update: ({ params, body, ...member }) => update(context, member, { ...params, ...body }),
  remove: ({ params, ...member }) => remove(member, params.id),
  restore: ({ body, ...member }) => restore(member, body.ids),
});
