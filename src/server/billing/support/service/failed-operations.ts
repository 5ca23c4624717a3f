import type { SupportRecord } from '#contract/support/support.ts';
import { operationRequestOf } from '#server/billing/subscriptions/service/customer.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';

/** Selects the operations of an organization whose reversal the provider refused. */
export const selectFailedOperations = (tenantId: string) =>
  db
    .selectFrom('billing_operations')
    .selectAll()
    .where(sql<boolean>`for_tenant = ${tenantId}`)
    .where('state', '=', 'failed');

/** Lists the operations of an organization whose reversal the provider refused, newest first. */
export async function listFailedOperations(
  tx: DbTransaction,
  tenantId: string,
): Promise<SupportRecord['failedOperations']> {
  const failed = await tx.all(selectFailedOperations(tenantId).orderBy('id', 'desc'));
  return failed.map((operation) => ({
    id: operation.id,
    at: operation.updated_at.toISOString(),
    refusals: operationRequestOf<{ refusals: string[] }>(operation).refusals,
  }));
}
