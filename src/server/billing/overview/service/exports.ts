import { overview } from '#contract/overview.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  operatorExport,
  organizationColumns,
} from '#server/platform/http/lists/operator-export.ts';
import { listMovements, listSubscriptions } from './overview.ts';
import { listEndedTrials, listFailedInvoices, listRetained } from './period.ts';

const { endpoints } = overview;

/** Returns the handlers that export the rows behind the figures (R-LST-13). Amounts are in minor units. */
export const overviewExports = (database: Database) => ({
  ...revenueExports(database),
  ...periodExports(database),
});

const revenueExports = (database: Database) => ({
  exportSubscriptions: operatorExport(database, {
    name: 'subscriptions',
    access: endpoints.exportSubscriptions.access,
    read: listSubscriptions,
    columns: {
      id: ({ id }) => id,
      ...organizationColumns,
      product: ({ product }) => product,
      price: ({ price }) => price,
      currency: ({ currency }) => currency,
      status: ({ status }) => status,
      startDate: ({ startDate }) => startDate,
      trialEnds: ({ trialEnds }) => trialEnds,
      graceEnds: ({ graceEnds }) => graceEnds,
      yearly: ({ yearly }) => yearly,
    },
  }),
  exportMovements: operatorExport(database, {
    name: 'revenue-movements',
    access: endpoints.exportMovements.access,
    read: listMovements,
    columns: {
      id: ({ id }) => id,
      at: ({ at }) => at,
      ...organizationColumns,
      product: ({ product }) => product,
      currency: ({ currency }) => currency,
      kind: ({ kind }) => kind,
      before: ({ before }) => before,
      after: ({ after }) => after,
    },
  }),
});

const periodExports = (database: Database) => ({
  exportTrials: operatorExport(database, {
    name: 'ended-trials',
    access: endpoints.exportTrials.access,
    read: listEndedTrials,
    columns: {
      id: ({ id }) => id,
      ...organizationColumns,
      product: ({ product }) => product,
      currency: ({ currency }) => currency,
      endedAt: ({ endedAt }) => endedAt,
      paidAt: ({ paidAt }) => paidAt,
    },
  }),
  exportRetention: operatorExport(database, {
    name: 'retained-revenue',
    access: endpoints.exportRetention.access,
    read: listRetained,
    columns: {
      ...organizationColumns,
      currency: ({ currency }) => currency,
      before: ({ before }) => before,
      now: ({ now }) => now,
    },
  }),
  exportFailedInvoices: operatorExport(database, {
    name: 'failed-invoices',
    access: endpoints.exportFailedInvoices.access,
    read: listFailedInvoices,
    columns: {
      id: ({ id }) => id,
      ...organizationColumns,
      currency: ({ currency }) => currency,
      amount: ({ amount }) => amount,
      failedAt: ({ failedAt }) => failedAt,
      paidAt: ({ paidAt }) => paidAt,
    },
  }),
});
