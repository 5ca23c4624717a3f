import type { Database } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import { type BillingOperation, finishOperation, pendingStates } from './billing-operations.ts';

/** Lists pending unlocked operations: left by a crash, or waiting for the cardholder. */
export const listAbandonedOperations = (database: Database): Promise<BillingOperation[]> =>
  database.system((tx) =>
    tx.all(
      db
        .selectFrom('billing_intents')
        .selectAll()
        .where('state', 'in', pendingStates)
        .where('held_until', '<=', sql<Date>`now()`)
        .orderBy('id')
        .limit(500)
        .$narrowType<{ state: BillingOperation['state'] }>(),
    ),
  );

/** Finishes an operation as undone and deletes its trial claims. */
export const abandonOperation = (database: Database, operation: BillingOperation) =>
  database.system(async (tx) => {
    await finishOperation(tx, operation, 'undone');
    await tx.run(db.deleteFrom('billing_trials').where('intent_id', '=', operation.id));
  });
