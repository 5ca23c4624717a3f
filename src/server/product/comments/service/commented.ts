import { sql } from '#server/platform/database/query.ts';

/** Matches transactions without comments: what deletes many at a time keeps the others (R-IMP-08, R-ONB-06). */
export const hasNoComments = sql<boolean>`not exists (
  select from comments c where c.tenant_id = transactions.tenant_id and c.transaction_id = transactions.id)`;
