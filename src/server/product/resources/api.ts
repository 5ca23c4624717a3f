import type { resources } from '#contract/resources.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { download } from './service/download.ts';
import { list, listForMember } from './service/list.ts';
import { upload } from './service/upload.ts';
import { create, remove, update } from './service/write.ts';

export function resourcesApi(context: AppContext): Handlers<typeof resources> {
  const { database, storage } = context;
  return {
    getAll: () => list(database),
    getMine: async ({ tenant }) => listForMember(database, await tenant.authorized()),
    create: ({ body }) => create(database, body),
    update: ({ params, body, ifMatch }) =>
      update({ database, storage }, { ...params, ...body, ifMatch }),
    remove: ({ params, ifMatch }) => remove({ database, storage }, { ...params, ifMatch }),
    upload: ({ params, file }) => upload(context, params.id, file),
    download: ({ params, tenant, membership }) =>
      download({ database, storage }, { ...params, tenant, membership }),
  };
}
