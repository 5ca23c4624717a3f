import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
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

/**
 * Records a cancellation that reconciliation finds with an answer: one that was made in the provider's portal,
 * or one whose request ended before it was recorded.
 */
export const recordFoundCancellation = (
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
