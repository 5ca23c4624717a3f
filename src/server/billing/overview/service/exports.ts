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
    columns: [
      'id',
      organizationColumns,
      'product',
      'price',
      'currency',
      'status',
      'startDate',
      'trialEnds',
      'graceEnds',
      'yearly',
    ],
  }),
  exportMovements: operatorExport(database, {
    name: 'revenue-movements',
    access: endpoints.exportMovements.access,
    read: listMovements,
    columns: ['id', 'at', organizationColumns, 'product', 'currency', 'kind', 'before', 'after'],
  }),
});

const periodExports = (database: Database) => ({
  exportTrials: operatorExport(database, {
    name: 'ended-trials',
    access: endpoints.exportTrials.access,
    read: listEndedTrials,
    columns: ['id', organizationColumns, 'product', 'currency', 'endedAt', 'paidAt'],
  }),
  exportRetention: operatorExport(database, {
    name: 'retained-revenue',
    access: endpoints.exportRetention.access,
    read: listRetained,
    columns: [organizationColumns, 'currency', 'before', 'now'],
  }),
  exportFailedInvoices: operatorExport(database, {
    name: 'failed-invoices',
    access: endpoints.exportFailedInvoices.access,
    read: listFailedInvoices,
    columns: ['id', organizationColumns, 'currency', 'amount', 'failedAt', 'paidAt'],
  }),
});
