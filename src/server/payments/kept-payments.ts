import type { Transaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { Payment } from './books.ts';

/**
 * Leaves out the payments of intents that are undone, whose money went back, and of those that are
 * not finished: a later reading tells of these once they are.
 */
export async function keptPayments(tx: Transaction, payments: Payment[]): Promise<Payment[]> {
  const named = [...new Set(payments.flatMap(({ intent }) => intent ?? []))];
  if (named.length === 0) return payments;
  const unfinished = await tx.all(
    db
      .selectFrom('billing_intents')
      .select('id')
      .where('id', 'in', named)
      .where('state', '<>', 'done'),
  );
  const left = new Set(unfinished.map(({ id }) => id));
  return payments.filter(({ intent }) => intent === null || !left.has(intent));
}
