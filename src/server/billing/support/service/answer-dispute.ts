import { randomUUID } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { SupportActionKind } from '#contract/support/actions.ts';
import type { support } from '#contract/support/support.ts';
import { lockTenantRow, reconcileIfReachable } from '#server/billing/payments/reconcile.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';
import { ProviderError, ProviderUnavailable } from '#server/platform/stripe/errors.ts';
import { insertSupportAction, type RecordedAction } from './actions.ts';
import type { SupportCall } from './billing.ts';
import { selectOpenDisputes } from './open-disputes.ts';
import { findPaidTitle, supportedTenant, type SupportedTenant } from './organization.ts';

type Answer = HandlerInput<(typeof support)['endpoints']['answerDispute']>['body'];
type Dispute = TableRow<'disputes'>;
type Claim = { tenantId: TenantId; dispute: Dispute; action: RecordedAction };

/**
 * Answers a dispute with what the product knows of the payment, or accepts it, and records that (R-SUP-12). The answer is
 * claimed before it is sent, so that any other is refused with `support.alreadyAnswered`. While its result is unknown it
 * stays claimed, and reconciliation decides.
 */
export async function answerDispute(
  context: AppContext,
  { operator, id, body: { disputeId, explanation, reason } }: SupportCall<Answer>,
) {
  const supported = await supportedTenant(context, id);
  const { tenant } = supported;
  const dispute = orNotFound(
    await tenant.run((tx) =>
      tx.first(
        db
          .selectFrom('disputes')
          .selectAll()
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', disputeId),
      ),
    ),
  );
  const send = await preparedAnswer(context, supported, { dispute, explanation });
  const { amount, currency, invoice } = dispute;
  const kind = kindOf(dispute, explanation);
  const action = { id: randomUUID(), operator, kind, reason, amount, currency, invoice };
  const claim = { tenantId: tenant.id, dispute, action };
  const due = await tenant.run((tx) => claimAnswer(tx, claim));
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ProviderError) || error instanceof ProviderUnavailable) throw error;
    await tenant.run((tx) => tx.run(releasedAnswer(claim, due)));
    // It may have been answered at the provider.
    await reconcileIfReachable(context, tenant.id);
    throw error;
  }
  await tenant.run((tx) => recordAnswer(tx, claim));
  await reconcileIfReachable(context, tenant.id);
}

function kindOf({ is_inquiry: isInquiry }: Dispute, explanation: string | null): SupportActionKind {
  if (explanation !== null) return isInquiry ? 'inquiry_answered' : 'dispute_answered';
  // Nothing has been taken that the cardholder could keep.
  if (isInquiry) throw new Failure('validation', { fields: { explanation: ['field.required'] } });
  return 'dispute_accepted';
}

/** Reads the evidence; returns the function that sends the answer. */
async function preparedAnswer(
  { stripe }: AppContext,
  { row, tenant }: SupportedTenant,
  { dispute, explanation }: { dispute: Dispute; explanation: string | null },
) {
  if (explanation === null) return () => stripe.acceptDispute(dispute.service_id);
  const invoices = row.customer_id === null ? [] : await stripe.listInvoices(row.customer_id);
  const invoice = invoices.find((one) => one.id === dispute.invoice_service_id);
  const [line] = invoice?.lines.toSorted((one, other) => other.amount - one.amount) ?? [];
  const plan = line && (await tenant.run((tx) => findPaidTitle(tx, line.priceServiceId)));
  const evidence = {
    explanation,
    customer: row.name,
    plan,
    servedFrom: invoice?.createdAt ?? null,
  };
  return () => stripe.answerDispute(dispute.service_id, evidence);
}

/** Claims the answer to a dispute that awaits one, and returns its deadline, which operators no longer see. */
async function claimAnswer(tx: DbTransaction, claim: Claim) {
  const { tenantId, dispute, action } = claim;
  await lockTenantRow(tx, tenantId);
  const open = await tx.first(selectOpenDisputes(tenantId).where('id', '=', dispute.id));
  if (!open) throw new Failure('support.alreadyAnswered');
  await tx.run(claimed(claim).set({ answer: JSON.stringify(action), answer_due_at: null }));
  return open.answer_due_at;
}

/** Gives an answer back that the provider refused, unless reconciliation has decided about it. */
const releasedAnswer = (claim: Claim, due: Date) =>
  claimed(claim)
    .set({ answer: null, answer_due_at: due })
    .where(sql<boolean>`answer ->> 'id' = ${claim.action.id}`);

async function recordAnswer(tx: DbTransaction, claim: Claim) {
  const { tenantId, action } = claim;
  nameActor(tx, action.operator);
  await insertSupportAction(tx, tenantId, action);
  await tx.run(claimed(claim).set({ answer: null, answer_due_at: null }));
}

const claimed = ({ tenantId, dispute }: Claim) =>
  db
    .updateTable('disputes')
    .where('tenant_id', '=', tenantId)
    .where('service_id', '=', dispute.service_id);
