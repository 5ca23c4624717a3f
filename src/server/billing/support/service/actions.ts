import type { SupportAction, SupportActionKind } from '#contract/support/actions.ts';
import type { BillingNotification } from '#server/billing/payments/billing-notification.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';

/** An action of an operator to record, without operator and time. */
export type NewSupportAction = {
  kind: SupportActionKind;
  reason: string;
  /** Minor units. */
  amount?: number;
  currency?: string;
  /** Number of the invoice. */
  invoice?: string | null;
  /** Title of the plan. */
  plan?: string;
  /** ISO 8601. */
  endsAt?: string | null;
};

export type RecordedAction = NewSupportAction & { id?: string; operator: string };

/** Records an action; once for an id. */
export const insertSupportAction = (
  tx: DbTransaction,
  tenantId: TenantId,
  { id, operator, ...action }: RecordedAction,
) =>
  tx.run(
    db
      .insertInto('support_actions')
      .values({
        tenant_id: tenantId,
        ...(id !== undefined && { id }),
        operator_id: operator,
        kind: action.kind,
        reason: action.reason,
        amount: action.amount ?? null,
        currency: action.currency ?? null,
        invoice: action.invoice ?? null,
        plan: action.plan ?? null,
        ends_at: action.endsAt ?? null,
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing()),
  );

/** Selects the actions of an organization, newest first. */
const selectSupportActions = (tenantId: TenantId) =>
  db
    .selectFrom('support_actions as action')
    .selectAll('action')
    .where('action.tenant_id', '=', tenantId)
    .orderBy('action.created_at', 'desc')
    .orderBy('action.id', 'desc')
    .limit(maxActions);

/** Number of actions that are shown; the audit log has all. */
const maxActions = 100;

const toSupportAction = (row: TableRow<'support_actions'>): SupportAction => ({
  id: row.id,
  at: row.created_at.toISOString(),
  kind: row.kind as SupportActionKind,
  reason: row.reason,
  amount: row.amount,
  currency: row.currency as SupportAction['currency'],
  invoice: row.invoice,
  plan: row.plan,
  endsAt: row.ends_at?.toISOString() ?? null,
});

/** Lists what operators did for an organization, newest first (R-SUP-01). */
export const listSupportActions = async (tx: DbTransaction, tenantId: TenantId) =>
  (await tx.all(selectSupportActions(tenantId))).map(toSupportAction);

/** Lists the same with the emails of the operators, in the operator's scope. */
export async function listSupportActionsWithOperators(tx: DbTransaction, tenantId: TenantId) {
  const rows = await tx.all(
    selectSupportActions(tenantId)
      .leftJoin('users', 'users.id', 'action.operator_id')
      .select(sql<string | null>`users.email`.as('operator')),
  );
  return rows.map((row) => ({ ...toSupportAction(row), operator: row.operator }));
}

/**
 * Returns the email that tells owners and admins about an action; none for those that need none. `paidFor`: the plan of a
 * refunded invoice, which the action names only if it ended.
 */
export function supportNotification(
  id: string,
  action: NewSupportAction,
  paidFor?: string,
): BillingNotification[] {
  const { kind, amount = 0, currency = '', invoice = null, reason, plan, endsAt } = action;
  const cause = `support:${id}`;
  const details = { reason, number: invoice, plan: plan ?? paidFor };
  if (kind === 'balance_credited') return [{ kind: 'credited', cause, amount, currency, details }];
  if (kind === 'invoice_refunded') {
    return amount > 0 ? [{ kind: 'refunded', cause, amount, currency, details }] : [];
  }
  if (kind === 'trial_extended' && endsAt) {
    return [{ kind: 'trialExtended', cause, date: new Date(endsAt), details }];
  }
  if (kind !== 'plan_granted') return [];
  return endsAt
    ? [{ kind: 'planGrantedUntil', cause, date: new Date(endsAt), details }]
    : [{ kind: 'planGranted', cause, details }];
}
