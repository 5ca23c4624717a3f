import type { audit } from '#contract/audit.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { list, listAllAuditEntries } from './service/entries.ts';
import { exportAuditLog, exportAllAuditLogs } from './service/export.ts';

export const auditApi = (database: Database): Handlers<typeof audit> => ({
  getAll: async ({ tenant: reader, query }) => {
    const { tenant } = await reader.authorized();
    return list(tenant, query);
  },
  getAllOfAll: ({ query }) => listAllAuditEntries(database, query),
  export: async ({ tenant, query }) => exportAuditLog(database, await tenant.authorized(), query),
  exportOfAll: ({ session, query }) => exportAllAuditLogs(database, { session, chosen: query }),
});
