import {
  type BillingOperation,
  finishOperation,
} from '#server/billing/payments/billing-operations.ts';
import { abandonOnError, claimOperation } from '#server/billing/payments/claim-operation.ts';
import { operationRequestOf } from '#server/billing/subscriptions/service/customer.ts';
import { reverseOperation } from '#server/billing/subscriptions/service/undo-operation.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { SupportCall } from './billing.ts';
import { selectFailedOperations } from './failed-operations.ts';
import { supportedTenant } from './organization.ts';

/**
 * Tries a refused reversal again, as the organization's billing operation, and closes it when the provider accepts.
 * Cards are left alone: the organization may have replaced them since.
 */
export async function retryReversal(
  context: AppContext,
  { operator, id, body: { operationId } }: SupportCall<{ operationId: string }>,
) {
  const { database } = context;
  const { tenant } = await supportedTenant(context, id);
  const claim = await claimOperation(database, { tenantId: tenant.id, userId: operator });
  await abandonOnError(database, claim, async () => {
    const failed = orNotFound(
      await tenant.run((tx) =>
        tx.first(selectFailedOperations(tenant.id).where('id', '=', operationId)),
      ),
    );
    await reverse(context, failed);
    await database.system(async (tx) => {
      nameActor(tx, operator);
      await tx.run(
        db
          .updateTable('billing_operations')
          .set({ state: 'undone', request: JSON.stringify({}), updated_at: sql<Date>`now()` })
          .where('id', '=', failed.id)
          .where('state', '=', 'failed'),
      );
      await finishOperation(tx, claim);
    });
  });
}

type FailedOperation = Pick<
  BillingOperation,
  'id' | 'kind' | 'service_id' | 'request' | 'customer_id'
>;

async function reverse(context: AppContext, failed: FailedOperation) {
  const { customer_id: customer } = failed;
  if (customer === null) return;
  await reverseOperation(context, failed, customer);
  if (operationRequestOf(failed).isNew) await context.stripe.deleteCustomer(customer);
}
