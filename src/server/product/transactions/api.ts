import type { transactions } from '#contract/transactions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { notifyingExport } from '#server/platform/notifications/service/exports.ts';
import {
  listCategories,
  create,
  get,
  historyOfTransactions,
  listAllTransactions,
  remove,
  removeAnyTransaction,
  transactionsOfTenant,
  update,
} from './service.ts';
import { compareDays } from './service/results.ts';
import { summarize } from './service/summary.ts';

export function transactionsApi(context: AppContext): Handlers<typeof transactions> {
  const { database, storage } = context;
  return {
    ...transactionsOfTenant,
    exportCsv: notifyingExport(context, transactionsOfTenant.exportCsv),
    ...historyOfTransactions(storage),
    getCategories: ({ tenant }) => listCategories(tenant),
    getSummary: ({ tenant, query }) => summarize(tenant, query),
    getResults: ({ tenant, query }) => compareDays(tenant, query),
    get: ({ tenant, params }) => get(tenant, params.id),
    create: ({ tenant, body }) => create(tenant, body, storage),
    update: ({ tenant, params, body, ifMatch }) =>
      update(tenant, { ...params, ...body, ifMatch }, storage),
    remove: ({ tenant, params, ifMatch }) => remove(tenant, { ...params, ifMatch }),
    getAllOfAll: ({ query }) => listAllTransactions(database, query),
    removeOfAny: ({ params }) => removeAnyTransaction(database, params.id),
  };
}
