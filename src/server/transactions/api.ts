import type { transactions } from '#contract/transactions.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import {
  listCategories,
  create,
  get,
  list,
  listAllTransactions,
  remove,
  removeAnyTransaction,
  update,
} from './service.ts';

export const transactionsApi = ({
  database,
  storage,
}: AppContext): Handlers<typeof transactions> => ({
  getAll: ({ tenant, query }) => list(tenant, query),
  getCategories: ({ tenant }) => listCategories(tenant),
  get: ({ tenant, params }) => get(tenant, params.id),
  create: ({ tenant, body }) => create(tenant, body, storage),
  update: ({ tenant, params, body, ifMatch }) =>
    update(tenant, { ...params, ...body, ifMatch }, storage),
  remove: ({ tenant, params, ifMatch }) => remove(tenant, { ...params, ifMatch }),
  getAllOfAll: ({ query }) => listAllTransactions(database, query),
  removeOfAny: ({ params }) => removeAnyTransaction(database, params.id),
});
