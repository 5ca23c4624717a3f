import { providerEvents } from '#contract/provider-events.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import {
  operatorExport,
  organizationColumns,
} from '#server/platform/http/lists/operator-export.ts';
import { list, replay } from './service.ts';

const { access } = providerEvents.endpoints.exportOfAll;

export const providerEventsApi = (database: Database): Handlers<typeof providerEvents> => ({
  getAllOfAll: ({ query }) => list(database, query),
  exportOfAll: operatorExport(database, {
    name: 'provider-events',
    access,
    read: list,
    columns: [
      'id',
      'type',
      organizationColumns,
      'customer',
      'createdAt',
      'receivedAt',
      'settledAt',
      'attempts',
      'lastError',
    ],
  }),
  replay: ({ params }) => replay(database, params.id),
});
