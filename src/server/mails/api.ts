import type { mails } from '#contract/mails.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/serve.ts';
import { getFailed, retry } from './service.ts';

export const mailsApi = (database: Database): Handlers<typeof mails> => ({
  getFailed: () => getFailed(database),
  retry: ({ params }) => retry(database, params.id),
});
