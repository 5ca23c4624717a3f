import type { audit } from '#contract/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { exportLog, exportLogOfAll } from './service/export.ts';
import { list, listOfAll } from './service/list.ts';

export const auditApi = (database: Database): Handlers<typeof audit> => ({
  getAll: ({ tenant, query }) => list(tenant, query),
  getAllOfAll: ({ query }) => listOfAll(database, query),
  export: ({ tenant, session, query }) => exportLog(database, tenant, { session, chosen: query }),
  exportOfAll: ({ session, query }) => exportLogOfAll(database, { session, chosen: query }),
});
