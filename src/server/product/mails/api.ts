import type { mails } from '#contract/mails.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { listFailed, retryFailed } from './service.ts';

export const mailsApi = (database: Database): Handlers<typeof mails> => ({
  getFailed: () => listFailed(database),
  retry: ({ params }) => retryFailed(database, params.id),
});
