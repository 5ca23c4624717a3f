import type { announcements } from '#contract/announcements.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { dismiss, listShown } from './service/current.ts';
import { get, list } from './service/list.ts';
import { create, end, remove, update } from './service/write.ts';

export const announcementsApi = ({
  database,
}: Pick<AppContext, 'database'>): Handlers<typeof announcements> => ({
  getAll: () => list(database),
  get: ({ params }) => get(database, params.id),
  create: ({ body }) => create(database, body),
  update: ({ params, body, ifMatch }) => update(database, { ...params, ...body, ifMatch }),
  end: ({ params }) => end(database, params.id),
  remove: ({ params, ifMatch }) => remove(database, { ...params, ifMatch }),
  getMine: async ({ tenant }) => listShown(database, await tenant.authorized()),
  dismiss: ({ session, params }) => dismiss(database, session, params.id),
});
