import type { audit } from '#contract/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { exportLog, exportLogOfAll } from './service/export.ts';
import { list, listOfAll } from './service/list.ts';

export const auditApi = (database: Database): Handlers<typeof audit> => ({
  getAll: ({ tenant, query }) => list(tenant, query),
  getAllOfAll: ({ query }) => listOfAll(database, query),
  export: ({ tenant, query }) => exportLog(tenant, query),
  exportOfAll: ({ query }) => exportLogOfAll(database, query),
});
