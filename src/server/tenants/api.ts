import type { tenants } from '#contract/tenants.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { getCurrent, listOf } from './service.ts';

export const tenantsApi = (database: Database): Handlers<typeof tenants> => ({
  getAll: ({ session }) => listOf(database, session.user),
  getCurrent: ({ session, tenant }) => getCurrent(tenant, session.user),
});
