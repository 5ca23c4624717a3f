import type { DbTransaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { Payment } from './stripe/customer-snapshot.ts';

/**
 * Removes payments of undone operations, which were refunded, and of unfinished ones: a later reading
 * reports those once they are finished.
 */
export async function completedPayments(
  tx: DbTransaction,
  payments: Payment[],
): Promise<Payment[]> {
  const named = [...new Set(payments.flatMap(({ operationId: operation }) => operation ?? []))];
  if (named.length === 0) return payments;
  const unfinished = await tx.all(
    db
      .selectFrom('billing_intents')
      .select('id')
      .where('id', 'in', named)
      .where('state', '<>', 'done'),
  );
  const left = new Set(unfinished.map(({ id }) => id));
  return payments.filter(
    ({ operationId: operation }) => operation === null || !left.has(operation),
  );
}
