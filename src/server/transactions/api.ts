import type { transactions } from '#contract/transactions.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import {
  categories,
  create,
  get,
  list,
  listOfAll,
  remove,
  removeOfAny,
  update,
} from './service.ts';

export const transactionsApi = ({ database, storage }: House): Handlers<typeof transactions> => ({
  getAll: { reads: ({ tenant, query }) => list(tenant, query) },
  getCategories: { reads: ({ tenant }) => categories(tenant) },
  get: { reads: ({ tenant, params }) => get(tenant, params.id) },
  create: ({ tenant, body }) => create(tenant, body, storage),
  update: ({ tenant, params, body }) => update(tenant, { ...params, ...body }, storage),
  remove: ({ tenant, params }) => remove(tenant, params.id),
  getAllOfAll: ({ query }) => listOfAll(database, query),
  removeOfAny: ({ params }) => removeOfAny(database, params.id),
});
