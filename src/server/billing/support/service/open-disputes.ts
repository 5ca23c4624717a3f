import type { Currency } from '#contract/money.ts';
import type { SupportRecord } from '#contract/support/support.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';

/** Selects the disputes of an organization that can still be answered, the most urgent first. */
export const selectOpenDisputes = (tenantId: TenantId) =>
  db
    .selectFrom('disputes')
    .selectAll()
    .select(({ ref }) => ref('answer_due_at').$notNull().as('answer_due_at'))
    .where('tenant_id', '=', tenantId)
    .where('answer_due_at', '>', sql<Date>`app.billing_now()`)
    .orderBy('answer_due_at');

/** Lists the disputes of an organization that await an answer, the most urgent first. */
export const listOpenDisputes = async (
  tx: DbTransaction,
  tenantId: TenantId,
): Promise<SupportRecord['disputes']> =>
  (await tx.all(selectOpenDisputes(tenantId))).map((row) => ({
    id: row.id,
    invoice: row.invoice,
    amount: row.amount,
    currency: row.currency as Currency,
    reason: row.reason,
    isInquiry: row.is_inquiry,
    answerDueAt: row.answer_due_at.toISOString(),
  }));
