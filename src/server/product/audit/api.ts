import type { audit } from '#contract/audit.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { notifyingExport } from '#server/platform/notifications/service/exports.ts';
import { list, listAllAuditEntries } from './service/entries.ts';
import { exportAuditLog, exportAllAuditLogs } from './service/export.ts';

export function auditApi(context: AppContext): Handlers<typeof audit> {
  const { database } = context;
  return {
    getAll: async ({ tenant: reader, query }) => {
      const { tenant } = await reader.authorized();
      return list(tenant, query);
    },
    getAllOfAll: ({ query }) => listAllAuditEntries(database, query),
    export: notifyingExport(context, async ({ tenant, query }) =>
      exportAuditLog(database, await tenant.authorized(), query),
    ),
    exportOfAll: ({ session, query }) => exportAllAuditLogs(database, { session, chosen: query }),
  };
}
