import { cancellations } from '#contract/cancellations.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import {
  operatorExport,
  organizationColumns,
} from '#server/platform/http/lists/operator-export.ts';
import { countCancellations, listAllCancellations } from './service.ts';

const { access } = cancellations.endpoints.exportOfAll;

export const cancellationsApi = (database: Database): Handlers<typeof cancellations> => ({
  getAllOfAll: ({ query }) => listAllCancellations(database, query),
  exportOfAll: operatorExport(database, {
    name: 'cancellations',
    access,
    read: listAllCancellations,
    columns: [
      'id',
      'at',
      organizationColumns,
      'product',
      'reason',
      'comment',
      'endDate',
      'withdrawnAt',
    ],
  }),
  getCounts: () => countCancellations(database),
});
