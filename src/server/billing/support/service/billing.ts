import type { HandlerInput } from '#contract/endpoint.ts';
import { type ErrorCode, Failure } from '#contract/errors.ts';
import { decimalsOf, fromMinor, isWholeCurrency, toMinor } from '#contract/money.ts';
import type { support } from '#contract/support/support.ts';
import {
  type BillingOperation,
  isRequestCompleted,
  operationSubject,
  releaseOnError,
} from '#server/billing/payments/billing-operations.ts';
import {
  abandonOnError,
  claimOperation,
  type OperationDetails,
  specifyOperation,
} from '#server/billing/payments/claim-operation.ts';
import type { SupportOperationKind } from '#server/billing/payments/support-operations.ts';
import { findPaidPlan } from '#server/billing/payments/tenant-product-rows.ts';
import {
  assertEnoughSeats,
  billingStateOf,
  liveSubscription,
  type TenantBillingState,
} from '#server/billing/subscriptions/service/billing-state.ts';
import {
  ensureCustomer,
  operationRequestOf,
  type OperationRequest,
} from '#server/billing/subscriptions/service/customer.ts';
import { finishPendingOperation } from '#server/billing/subscriptions/service/execute-operation.ts';
import { finishPlanChange } from '#server/billing/subscriptions/service/finish-change.ts';
import { noChangesToRestore } from '#server/billing/subscriptions/service/free-plan.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { UserId } from '#server/platform/database/database.ts';
import { InvalidRequest } from '#server/platform/stripe/errors.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import { executeSupportOperation, type SupportRequest } from './operations.ts';
import { findPaidTitle, supportedTenant, type SupportedTenant } from './organization.ts';

type Body<E extends 'credit' | 'refund' | 'extendTrial'> = HandlerInput<
  (typeof support)['endpoints'][E]
>['body'];

/** An operator's call on one organization. */
export type SupportCall<T> = {
  operator: UserId;
  id: string;
  body: T;
};

/** Credits the customer's balance in the organization's currency (R-SUP-03). */
export async function creditBalance(
  context: AppContext,
  { body: { amount, reason }, ...call }: SupportCall<Body<'credit'>>,
) {
  await changeAtProvider(context, call, async (state) => {
    const { customer } = state;
    const live = await liveSubscription(context, customer);
    const currency = state.currency ?? live?.currency;
    if (!currency || customer === null) throw new Failure('support.noCurrency');
    return {
      kind: 'credit',
      customerId: customer,
      action: { kind: 'balance_credited', reason, amount: minorOf(amount, currency), currency },
    };
  });
}

/**
 * Refunds a paid invoice in full or in part, never more than its card paid, and ends what it paid for if asked to,
 * also when all was refunded before (R-SUP-04).
 */
export async function refundInvoice(
  context: AppContext,
  { body: { invoiceId, amount, ends, reason }, ...call }: SupportCall<Body<'refund'>>,
) {
  await changeAtProvider(context, call, async ({ customer }, { tenant }) => {
    const all = customer === null ? [] : await context.stripe.listInvoices(customer);
    const invoice = all.find(({ id }) => id === invoiceId);
    if (!invoice) throw new Failure('notFound');
    const { currency, number } = invoice;
    if (invoice.status !== 'paid') throw new Failure('support.notRefundable');
    // A lost dispute has returned the money.
    const left = invoice.dispute === 'lost' ? 0 : invoice.amountPaid - invoice.refunded;
    const [line] = invoice.lines.toSorted((one, other) => other.amount - one.amount);
    const [held, paidFor] = await tenant.run((tx) =>
      Promise.all([
        ends ? findPaidPlan(tx, tenant.id, invoice) : undefined,
        findPaidTitle(tx, line?.priceServiceId),
      ]),
    );
    const { subscription } = invoice;
    const paid =
      held && subscription ? await context.stripe.retrieveSubscription(subscription) : null;
    // Another call may have ended it since our rows were written; a grant that followed was not paid by it.
    const plan = paid && (paid.endedAt !== null || grantOf(paid)) ? undefined : held;
    if (left <= 0 && !plan) throw new Failure('support.notRefundable');
    const refunded = amount === null ? left : minorOf(amount, currency);
    if (refunded > left) {
      const params = {
        max: fromMinor(left, currency).toFixed(decimalsOf(currency)),
        currency: currency.toUpperCase(),
      };
      throw new Failure('support.refundTooLarge', { params });
    }
    return {
      kind: 'refund',
      customerId: customer,
      ...(plan && { serviceId: plan.serviceId }),
      invoiceId,
      paidFor,
      action: {
        kind: 'invoice_refunded',
        reason,
        ...(refunded > 0 && { amount: refunded, currency }),
        invoice: number ?? invoiceId,
        ...(plan && { plan: plan.title }),
      },
    };
  }).catch((error: unknown) => {
    // Refunded on the provider's own pages after we read it, or paid from the balance alone.
    if (error instanceof InvalidRequest) throw new Failure('support.notRefundable');
    throw error;
  });
}

/** Converts an amount to minor units; throws for a fraction of a currency that has none. */
function minorOf(amount: number, currency: string) {
  if (isWholeCurrency(currency) && !Number.isInteger(amount)) {
    throw new Failure('validation', { fields: { amount: ['field.integer'] } });
  }
  return toMinor(amount, currency);
}

/** The provider accepts ends of trials up to two years from now. */
const maxDays = 730;

/** Moves the end of a running trial to the end of a later day (R-SUP-05). */
export async function extendTrial(
  context: AppContext,
  { body: { until, reason }, ...call }: SupportCall<Body<'extendTrial'>>,
) {
  await changeAtProvider(context, call, async ({ customer, now }) => {
    const live = await liveSubscription(context, customer);
    if (live?.status !== 'trialing' || live.trialEnd === null) throw new Failure('support.noTrial');
    const end = endOfDay(until, { after: live.trialEnd, now });
    const { cancelAt, cancelsAtPeriodEnd } = live;
    return {
      kind: 'extend_trial',
      customerId: customer,
      serviceId: live.id,
      movesEnd: cancelAt !== null && !cancelsAtPeriodEnd && cancelAt < end,
      action: { kind: 'trial_extended', reason, endsAt: end.toISOString() },
    };
  });
}

/** Returns the last second of a day in UTC, so that a date shows that day; throws if it is too early or late. */
export function endOfDay(day: string, { after, now }: { after: Date; now: number }) {
  const end = new Date(`${day}T23:59:59Z`);
  if (end <= after) throw invalidDate('support.dateTooEarly');
  if (end.getTime() > (now + maxDays * 86_400) * 1_000) throw invalidDate('support.dateTooLate');
  return end;
}

const invalidDate = (code: ErrorCode) => new Failure('validation', { fields: { until: [code] } });

type SupportDetails = Pick<OperationDetails, 'customerId' | 'serviceId'> &
  SupportRequest & {
    kind: SupportOperationKind;
    /** The seats afterwards, if they change; 0 is unlimited. */
    maxUsers?: number;
    /** The customer to create, if the organization has none. */
    who?: OperationRequest['who'];
  };

/**
 * Runs an operator's change as the organization's billing operation: the state is read while no other
 * operation runs, and the change is requested once however often the call is repeated (decision 23).
 */
export async function changeAtProvider(
  context: AppContext,
  {
    operator,
    id,
    priceId = null,
  }: Omit<SupportCall<unknown>, 'body'> & { priceId?: string | null },
  decide: (state: TenantBillingState, supported: SupportedTenant) => Promise<SupportDetails>,
) {
  const { database } = context;
  const supported = await supportedTenant(context, id);
  const { tenant } = supported;
  await billingStateOf(tenant);
  if (await isRequestDone(context, supported)) return;
  const claim = await claimOperation(database, { tenantId: tenant.id, userId: operator, priceId });
  const operation = await abandonOnError(database, claim, async () => {
    const details = await decide(await billingStateOf(tenant), supported);
    const { kind, customerId, serviceId = null, maxUsers = null, ...request } = details;
    return tenant.run(async (tx) => {
      if ((await lockTenant(tx, tenant.id)) === 0) throw new Failure('notFound');
      if (maxUsers !== null) await assertEnoughSeats(tx, tenant.id, maxUsers);
      return specifyOperation(tx, claim, {
        kind,
        customerId,
        serviceId,
        maxUsers,
        request: { ...noChangesToRestore, ...request, isNew: request.who !== undefined },
      });
    });
  });
  const known = ensureCustomerIfNew(context, operation);
  await executeSupportOperation(context, await releaseOnError(database, operation, known));
}

const ensureCustomerIfNew = async (context: AppContext, operation: BillingOperation) =>
  operationRequestOf(operation).isNew ? ensureCustomer(context, operation) : operation;

/** Settles an earlier operation of the organization; returns true when it was this same request. */
export async function isRequestDone(
  context: AppContext,
  { tenant }: SupportedTenant,
): Promise<boolean> {
  const subject = operationSubject.tenant(tenant.id);
  const isDone = await finishPendingOperation<boolean>(context, {
    subject,
    intentId: null,
    isSame: () => false,
    finish: async (assignment, operation) => {
      await finishPlanChange(context, operation, assignment);
      return false;
    },
    completedResult: () => Promise.resolve(true),
  });
  return isDone ?? context.database.system((tx) => isRequestCompleted(tx, subject));
}
