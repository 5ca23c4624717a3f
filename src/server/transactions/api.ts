import type { transactions } from '#contract/transactions.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { create, get, list, listOfAll, remove, removeOfAny, update } from './service.ts';

export const transactionsApi = (database: Database): Handlers<typeof transactions> => ({
  getAll: ({ tenant, query }) => list(tenant, query),
  get: ({ tenant, params }) => get(tenant, params.id),
  create: ({ tenant, body }) => create(tenant, body),
  update: ({ tenant, params, body }) => update(tenant, params.id, body),
  remove: ({ tenant, params }) => remove(tenant, params.id),
  getAllOfAll: ({ query }) => listOfAll(database, query),
  removeOfAny: ({ params }) => removeOfAny(database, params.id),
});
