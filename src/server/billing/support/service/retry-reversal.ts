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

/**
 * Tries a refused reversal again, as the organization's billing operation, and closes it when the provider accepts.
 * Cards are left alone: the organization may have replaced them since. It need not exist: its creation may have failed.
 */
export async function retryReversal(
  context: AppContext,
  { operator, id, body: { operationId } }: SupportCall<{ operationId: string }>,
) {
  const { database } = context;
  const find = async () =>
    orNotFound(
      await database.operator((tx) =>
        tx.first(selectFailedOperations(id).where('id', '=', operationId)),
      ),
    );
  const { for_tenant: tenantId } = await find();
  const claim = await claimOperation(database, { tenantId, userId: operator });
  await abandonOnError(database, claim, async () => {
    const failed = await find();
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
  'id' | 'kind' | 'subject' | 'for_tenant' | 'service_id' | 'request' | 'customer_id'
>;

async function reverse(context: AppContext, failed: FailedOperation) {
  const { customer_id: customer } = failed;
  if (customer === null) return;
  await reverseOperation(context, failed, customer);
  if (operationRequestOf(failed).isNew) await context.stripe.deleteCustomer(customer);
}
