import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { CancellationAnswer } from '#server/platform/stripe/cancellation-details.ts';

type CanceledProduct = Pick<TableRow<'tenant_products'>, 'tenant_id' | 'id'>;

/**
 * Records the cancellation of a tenant's product, or the answer to one that is recorded already. A trigger
 * withdraws it when the product no longer ends.
 */
export const recordCancellation = (
  tx: DbTransaction,
  product: CanceledProduct,
  answer: CancellationAnswer,
) =>
  tx.run(
    insertCancellation(product, answer).onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'tenant_product_id'])
        .where('withdrawn_at', 'is', null)
        .doUpdateSet(answer),
    ),
  );

type CancellationDates = Pick<TableRow<'tenant_products'>, 'end_date' | 'canceled_at'>;

/**
 * Records a cancellation that reconciliation finds with an answer, and withdraws one of a granted plan, which then ends with
 * its grant: a trigger withdraws those of plans that have no end any more.
 */
export async function recordChangedCancellation(
  tx: DbTransaction,
  before: CanceledProduct & CancellationDates,
  { row, answer }: { row: CancellationDates; answer: CancellationAnswer },
) {
  const isAnswered = answer.reason !== null || answer.comment !== null;
  if (before.end_date === null && row.end_date !== null && isAnswered) {
    await recordFoundCancellation(tx, before, answer);
  }
  if (before.canceled_at === null || row.canceled_at !== null) return;
  await tx.run(
    db
      .updateTable('cancellations')
      .set({ withdrawn_at: sql<Date>`app.billing_now()` })
      .where('tenant_id', '=', before.tenant_id)
      .where('tenant_product_id', '=', before.id)
      .where('withdrawn_at', 'is', null),
  );
}

/**
 * Records a cancellation that was made in the provider's portal, or whose request ended before it was recorded.
 */
const recordFoundCancellation = (
  tx: DbTransaction,
  product: CanceledProduct,
  answer: CancellationAnswer,
) =>
  tx.run(
    insertCancellation(product, answer).onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'tenant_product_id'])
        .where('withdrawn_at', 'is', null)
        .doNothing(),
    ),
  );

const insertCancellation = ({ tenant_id, id }: CanceledProduct, answer: CancellationAnswer) =>
  db.insertInto('cancellations').values({ tenant_id, tenant_product_id: id, ...answer });
