import type { imports } from '#contract/imports/imports.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { createImport } from './service/create.ts';
import { listImports } from './service/list.ts';
import { previewImport } from './service/preview.ts';
import { undoImport } from './service/undo.ts';

export const importsApi = (): Handlers<typeof imports> => ({
  getAll: ({ tenant, query }) => listImports(tenant, query),
  preview: ({ tenant, body, locale }) => previewImport(tenant, body, locale),
  create: ({ body, ...member }) => createImport(member, body),
  undo: ({ tenant, params }) => undoImport(tenant, params.id),
});
