import { Failure } from '#contract/errors.ts';
import type { BillingNotification } from '#server/billing/payments/billing-notification.ts';
import { endCause } from '#server/billing/payments/billing-notifications.ts';
import {
  type BillingOperation,
  extendLockForCharge,
  finishOperation,
  releaseOnError,
  releaseOperation,
} from '#server/billing/payments/billing-operations.ts';
import { sendBillingNotifications } from '#server/billing/payments/mail.ts';
import { lockTenantRow, reconcileIfReachable } from '#server/billing/payments/reconcile.ts';
import {
  isSupportKind,
  type SupportOperationKind,
} from '#server/billing/payments/support-operations.ts';
import { endPurchase } from '#server/billing/payments/tenant-product-rows.ts';
import {
  operationMetadata,
  operationRequestOf,
} from '#server/billing/subscriptions/service/customer.ts';
import { recordPlan } from '#server/billing/subscriptions/service/plan.ts';
import { undoOperation } from '#server/billing/subscriptions/service/undo-operation.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { ProviderUnavailable, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { insertSupportAction, type NewSupportAction, supportNotification } from './actions.ts';
import { grantAssignment, type GrantOrder, grantStep, type SupportStep } from './grant-step.ts';

type RefundRequest = { action: NewSupportAction; invoiceId: string };

/** Returns the invoice to refund, the amount, and what ends with it: the invoice itself for a purchase. */
function orderOf(operation: BillingOperation) {
  const { action, invoiceId: invoice } = operationRequestOf<RefundRequest>(operation);
  const { amount = 0, reason } = action;
  return { invoice, amount, reason, ended: operation.service_id };
}

/** Refunds an invoice by one request to the provider; none if only what it paid for is to end (R-SUP-04). */
const refundStep: SupportStep = {
  async act({ stripe }, operation) {
    const { invoice, amount } = orderOf(operation);
    if (amount === 0) return;
    const refund = { invoice, amount, metadata: operationMetadata(operation) };
    await stripe.refundInvoice(refund, `${operation.id}:refund`);
  },
  async isDone({ stripe }, operation) {
    const { invoice, amount } = orderOf(operation);
    return amount === 0 || stripe.hasRefund(invoice, operation.id);
  },
};

/**
 * Ends the subscription of a refunded invoice at the provider, without a credit; reconciliation records it and
 * tells owners and admins. Idempotent.
 */
async function endRefundedSubscription({ stripe }: AppContext, operation: BillingOperation) {
  if (operation.kind !== 'refund') return;
  const { ended, invoice } = orderOf(operation);
  if (ended === null || ended === invoice) return;
  await stripe.cancelSubscription(ended).catch((error: unknown) => {
    if (!(error instanceof ResourceMissing)) throw error;
  });
}

/** Ends a refunded purchase, which the provider doesn't know; returns the email to owners and admins. */
async function endRefundedPurchase(
  tx: DbTransaction,
  operation: BillingOperation,
): Promise<BillingNotification[]> {
  if (operation.kind !== 'refund') return [];
  const { ended, invoice, reason } = orderOf(operation);
  if (ended !== invoice) return [];
  const held = await endPurchase(tx, operation.for_tenant, invoice);
  if (!held) return [];
  const { date, title: plan } = held;
  const details = { plan, reason };
  return [{ kind: 'purchaseEnded', cause: endCause(held), date, plan, over: null, details }];
}

/** The request of an operator's operation: enough to carry it out and to record it. */
export type SupportRequest = {
  action: NewSupportAction;
  /** The provider's id of the invoice to refund. */
  invoiceId?: string;
  /** The title of the plan that it paid for. */
  paidFor?: string | undefined;
  /** The plan to grant. */
  grant?: GrantOrder;
  /** True for a trial that was canceled for a date, as Stripe's portal does: this end moves with the trial's. */
  movesEnd?: boolean;
};

const requestOf = (operation: BillingOperation) => operationRequestOf<SupportRequest>(operation);
const extension = 'trialExtension';

const steps: Record<SupportOperationKind, SupportStep> = {
  credit: {
    act({ stripe }, operation) {
      const { amount, currency, reason } = requestOf(operation).action;
      const metadata = operationMetadata(operation);
      const credit = { amount: amount ?? 0, currency: currency ?? '', metadata };
      const description = reason.slice(0, maxDescription);
      const key = `${operation.id}:credit`;
      return stripe.creditBalance(operation.customer_id ?? '', { ...credit, description }, key);
    },
    isDone: ({ stripe }, { customer_id: customer, id }) => stripe.hasCredit(customer ?? '', id),
  },
  refund: refundStep,
  extend_trial: {
    act({ stripe }, operation) {
      const { action, movesEnd = false } = requestOf(operation);
      const until = new Date(action.endsAt ?? '');
      const change = { until, movesEnd, metadata: { [extension]: operation.id } };
      return stripe.extendTrial(operation.service_id ?? '', change, `${operation.id}:trial`);
    },
    isDone: async ({ stripe }, { service_id: subscription, id }) =>
      (await stripe.retrieveSubscription(subscription ?? '')).metadata[extension] === id,
  },
  grant_plan: grantStep,
};

/** The provider's limit, in characters. */
const maxDescription = 350;

function stepOf({ kind }: BillingOperation) {
  if (!isSupportKind(kind)) throw new Error(`${kind} is no operation of an operator`);
  return steps[kind];
}

/**
 * Carries out an operator's operation and records it. A refusal leaves nothing behind. When the provider's
 * answer is unknown, the operation keeps its lock for longer than a request can be on its way, and is then
 * settled by what the provider has (R-SUP-02).
 */
export async function executeSupportOperation(context: AppContext, operation: BillingOperation) {
  const { database } = context;
  const held = await extendLockForCharge(database, operation);
  try {
    await stepOf(held).act(context, held);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) {
      await undoOperation(context, held).catch(() => releaseOperation(database, held));
      throw error;
    }
    const isDone = await stepOf(held)
      .isDone(context, held)
      .catch(() => false);
    if (!isDone) throw error;
  }
  await recordSupportOperation(context, held);
}

/** Records an operation that the provider carried out, and undoes any other. Idempotent. */
export async function settleSupportOperation(context: AppContext, operation: BillingOperation) {
  const isDone = await stepOf(operation).isDone(context, operation);
  if (isDone) await recordSupportOperation(context, operation);
  else await undoOperation(context, operation);
}

/** Writes the action with its email and finishes the operation, in one transaction. */
async function recordSupportOperation(context: AppContext, operation: BillingOperation) {
  const { for_tenant: tenantId, user_id: operator } = operation;
  const { action, paidFor } = requestOf(operation);
  if (operator === null) throw new Failure('internal');
  await releaseOnError(context.database, operation, endRefundedSubscription(context, operation));
  const granted = operation.kind === 'grant_plan' && (await grantAssignment(context, operation));
  await context.database.tenant(tenantId, async (tx) => {
    nameActor(tx, operator);
    const tenant = await lockTenantRow(tx, tenantId);
    if (tenant) {
      if (granted) await recordPlan(tx, tenantId, granted);
      await insertSupportAction(tx, tenantId, { ...action, id: operation.id, operator });
      // The credit is of use in this currency only.
      if (operation.kind === 'credit' && tenant.currency === null) {
        const { currency = null } = action;
        await tx.run(db.updateTable('tenants').set({ currency }).where('id', '=', tenantId));
      }
      const told = [
        ...supportNotification(operation.id, action, paidFor),
        ...(await endRefundedPurchase(tx, operation)),
      ];
      await sendBillingNotifications(tx, { tenant, site: mailSiteOf(context) }, (sent) =>
        told.filter(({ cause }) => !sent.has(cause)),
      );
    }
    await finishOperation(tx, operation);
  });
  await reconcileIfReachable(context, tenantId);
}
