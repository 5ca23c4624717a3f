import type { archives } from '#contract/archives/archives.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { downloadArchive, listArchives, removeArchive } from './service/archives.ts';
import { startExport, startImport } from './service/start.ts';

export const archivesApi = (context: AppContext): Handlers<typeof archives> => ({
  getAll: ({ tenant }) => listArchives(tenant),
  create: ({ tenant, session }) => startExport(tenant, session),
  upload: ({ tenant, session, file }) => startImport(context, { tenant, session }, file),
  download: ({ tenant, params }) => downloadArchive(context, tenant, params.id),
  remove: ({ tenant, params }) => removeArchive(context, tenant, params.id),
});
