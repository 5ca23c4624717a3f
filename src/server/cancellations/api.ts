import type { cancellations } from '#contract/cancellations.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { countCancellations, listAllCancellations } from './service.ts';

export const cancellationsApi = (database: Database): Handlers<typeof cancellations> => ({
  getAllOfAll: ({ query }) => listAllCancellations(database, query),
  getCounts: () => countCancellations(database),
});
