import type { HandlerInput } from '#contract/endpoint.ts';
import { type ErrorCode, Failure } from '#contract/errors.ts';
import type { UpcomingInvoice } from '#contract/invoices.ts';
import type { support } from '#contract/support/support.ts';
import { claimOperation } from '#server/billing/payments/claim-operation.ts';
import { billingStateOf } from '#server/billing/subscriptions/service/billing-state.ts';
import { switchToFreePlan } from '#server/billing/subscriptions/service/free-plan.ts';
import type { BySupport, Payer } from '#server/billing/subscriptions/service/payer.ts';
import {
  isFreePrice,
  isOneTime,
  type PriceRow,
  requireOfferedPrice,
} from '#server/billing/subscriptions/service/plan.ts';
import { getUpcomingInvoice } from '#server/billing/subscriptions/service/preview.ts';
import { carryOutChange } from '#server/billing/subscriptions/service/update.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { CardDeclined } from '#server/platform/stripe/errors.ts';
import { isRequestDone, type SupportCall } from './billing.ts';
import { payerOf, supportedTenant, type SupportedTenant, titleOf } from './organization.ts';

type PlanChange = HandlerInput<(typeof support)['endpoints']['changePlan']>['body'];

/** Returns the next invoice or the cost of another plan, as the owner of the organization sees it (R-SUP-08). */
export async function previewCustomerPlan(
  context: AppContext,
  id: string,
  { subscriptionPriceId }: { subscriptionPriceId?: string | undefined },
): Promise<UpcomingInvoice | null> {
  const supported = await supportedTenant(context, id);
  const payer = await payerOf(supported);
  if (subscriptionPriceId) {
    assertChargeable(supported, await requirePlan(context, subscriptionPriceId));
  }
  return getUpcomingInvoice(context, payer, { subscriptionPriceId });
}

/**
 * Changes the plan of an organization on behalf of its owner, by the steps of the owner's own change: the
 * card on file is charged what the preview showed (R-SUP-08). Nothing changes when it is declined or when
 * the cardholder would have to confirm the payment.
 */
export async function changeCustomerPlan(
  context: AppContext,
  { operator, id, body }: SupportCall<PlanChange>,
) {
  const supported = await supportedTenant(context, id);
  const price = await requirePlan(context, body.subscriptionPriceId);
  assertChargeable(supported, price);
  await billingStateOf(supported.tenant);
  if (await isRequestDone(context, supported)) return;
  const payer = await payerOf(supported);
  const { reason, atPeriodEnd } = body;
  const plan = await titleOf(context, price);
  const bySupport: BySupport = { operator, action: { kind: 'plan_changed', reason, plan } };
  const change = isFreePrice(price)
    ? switchToFreePlan(context, { ...payer, price, atPeriodEnd, bySupport })
    : changePaidPlan(context, { payer, price, body, bySupport });
  await change.catch((error: unknown) => {
    throw explainedToOperator(error);
  });
}

type PaidPlanChange = { payer: Payer; price: PriceRow; body: PlanChange; bySupport: BySupport };

async function changePaidPlan(
  context: AppContext,
  { payer, price, body, bySupport }: PaidPlanChange,
) {
  const claim = await claimOperation(context.database, {
    tenantId: payer.tenant.id,
    userId: bySupport.operator,
    priceId: price.id,
  });
  const { subscriptionPriceId, prorationDate, amountDue } = body;
  const request = { subscriptionPriceId, prorationDate, amountDue };
  await carryOutChange(context, { caller: payer, request, price, claim, bySupport });
}

/** Returns the recurring price on offer with this id; throws `billing.invalidSubscription`. */
async function requirePlan(context: AppContext, id: string) {
  const price = await requireOfferedPrice(context, id);
  if (isOneTime(price) && !isFreePrice(price)) throw new Failure('billing.invalidSubscription');
  return price;
}

/** Throws for a suspended organization, which is charged nothing, also without a subscription. */
function assertChargeable({ row }: SupportedTenant, price: PriceRow) {
  if (row.suspended_at !== null && !isFreePrice(price)) throw new Failure('tenant.suspended');
}

/** Refusals that tell the payer what to do, by those that tell the operator. */
const operatorRefusals: Partial<Record<ErrorCode, ErrorCode>> = {
  'billing.noPaymentMethod': 'support.noCard',
  'billing.authenticationFailed': 'support.cardDeclined',
};

function explainedToOperator(error: unknown): unknown {
  if (error instanceof CardDeclined) return new Failure('support.cardDeclined');
  if (!(error instanceof Failure)) return error;
  const code = operatorRefusals[error.code];
  return code ? new Failure(code) : error;
}
