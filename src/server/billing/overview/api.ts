import type { overview } from '#contract/overview.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { overviewExports } from './service/exports.ts';
import { get, listMovements, listSubscriptions } from './service/overview.ts';
import { getPeriod, listEndedTrials, listFailedInvoices, listRetained } from './service/period.ts';
import { getTasks } from './service/tasks.ts';

export const overviewApi = (database: Database): Handlers<typeof overview> => ({
  get: () => get(database),
  getTasks: () => getTasks(database),
  getSubscriptions: ({ query }) => listSubscriptions(database, query),
  getMovements: ({ query }) => listMovements(database, query),
  ...overviewExports(database),
  getPeriod: ({ query }) => getPeriod(database, query),
  getTrials: ({ query }) => listEndedTrials(database, query),
  getRetention: ({ query }) => listRetained(database, query),
  getFailedInvoices: ({ query }) => listFailedInvoices(database, query),
});
