import type { providerEvents } from '#contract/provider-events.ts';
import type { Database } from '#server/database/database.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { list, replay } from './service.ts';

export const providerEventsApi = (database: Database): Handlers<typeof providerEvents> => ({
  getAllOfAll: ({ query }) => list(database, query),
  replay: ({ params }) => replay(database, params.id),
});
