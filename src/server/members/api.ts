import type { members } from '#contract/members.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { get, list, listAllMembers, remove, removeAnyMember, update } from './service.ts';

export const membersApi = (context: AppContext): Handlers<typeof members> => ({
  getAll: async ({ tenant }) => list(tenant),
  getAllOfAll: ({ query }) => listAllMembers(context.database, query),
  get: ({ tenant, params }) => get(tenant, params.id),
  update: ({ tenant, session, params, body }) =>
    update(context, { tenant, session }, { ...params, ...body }),
  remove: ({ tenant, session, params }) => remove(tenant, session, params.id),
  removeOfAny: ({ params }) => removeAnyMember(context.database, params.id),
});
