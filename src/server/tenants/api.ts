import type { tenants } from '#contract/tenants.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { listOfAll, removeOfAny } from './service/all.ts';
import { removeOrganization, update, updateImage } from './service/change.ts';
import { createOwn } from './service/create.ts';
import { getCurrent, listOf } from './service/summaries.ts';

export const tenantsApi = (house: House): Handlers<typeof tenants> => ({
  getAll: ({ session }) => listOf(house.database, session.user),
  getCurrent: ({ session, tenant }) => getCurrent(tenant, session.user),
  get: ({ session, tenant }) => getCurrent(tenant, session.user),
  create: ({ session, body }) => createOwn(house, session, body),
  update: ({ session, tenant, body }) => update(tenant, session, body),
  updateImage: (call) => updateImage(house, call),
  remove: ({ tenant }) => removeOrganization(house, tenant.id),
  getAllOfAll: ({ query }) => listOfAll(house.database, query),
  removeOfAny: ({ params }) => removeOfAny(house, params.id),
});
