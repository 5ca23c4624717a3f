import type { resources } from '#contract/resources.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { download } from './service/download.ts';
import { list, listForMember } from './service/list.ts';
import { upload } from './service/upload.ts';
import { create, remove, update } from './service/write.ts';

export const resourcesApi = (house: House): Handlers<typeof resources> => {
  const { database, storage } = house;
  return {
    getAll: () => list(database),
    getMine: ({ membership }) => listForMember(database, membership),
    create: ({ body }) => create(database, body),
    update: ({ params, body }) => update({ database, storage }, { ...params, ...body }),
    remove: ({ params }) => remove({ database, storage }, params.id),
    upload: ({ params, file }) => upload(house, params.id, file),
    download: ({ params, tenant, membership }) =>
      download({ database, storage }, { ...params, tenant, membership }),
  };
};
