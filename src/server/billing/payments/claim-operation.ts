import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import {
  abandonOperation,
  operationLock,
  type BillingOperation,
  type BillingOperationKind,
  updateHeldOperation,
  type NewBillingOperation,
  openOperation,
  operationSubject,
} from './billing-operations.ts';

/** The details of a claimed operation, known once it has been decided. */
export type OperationDetails = {
  kind: BillingOperationKind;
  customerId: string | null;
  serviceId?: string | null;
  maxUsers?: number | null;
  request?: object;
};

/**
 * Opens the organization's billing operation before any of the data that decides about it is read,
 * so that the results of earlier operations are visible and no other can start. Until `specifyOperation`
 * adds the details, no request has gone to the provider and undoing the operation only closes it.
 * Throws `billing.inProgress` while another operation is pending.
 */
export const claimOperation = (
  database: Database,
  { tenantId, ...given }: Pick<NewBillingOperation, 'tenantId' | 'userId' | 'priceId'>,
) =>
  database.system((tx) =>
    // A `subscribe` without a customer: there is nothing at the provider to look up or to undo.
    openOperation(tx, {
      ...given,
      kind: 'subscribe',
      tenantId,
      subject: operationSubject.tenant(tenantId),
    }),
  );

/** Records what a claimed operation will request, before the first request to the provider. */
export const specifyOperation = (
  tx: DbTransaction,
  operation: BillingOperation,
  { kind, customerId, serviceId = null, maxUsers = null, request = {} }: OperationDetails,
) =>
  updateHeldOperation(tx, operation, {
    kind,
    customer_id: customerId,
    service_id: serviceId,
    max_users: maxUsers,
    request: JSON.stringify(request),
    lease_ends_at: operationLock,
  });

/**
 * Runs the checks of a claimed operation. A refusal closes the operation, which has sent no request
 * to the provider yet; if closing fails, the reconciliation job closes it.
 */
export async function abandonOnError<T>(
  database: Database,
  operation: BillingOperation,
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    await abandonOperation(database, operation).catch(() => undefined);
    throw error;
  }
}
