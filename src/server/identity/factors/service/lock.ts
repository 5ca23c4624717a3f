import type { DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';

/**
 * Locks the second factors of an account until the transaction ends: their removal, and a policy that relies on them.
 * Not by a row, because another account's owner must not lock it, and factors may have none.
 */
export const lockFactors = (tx: DbTransaction, userId: string) =>
  tx.all(sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${userId}`}, 0))`);
