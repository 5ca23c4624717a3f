import { Failure } from '#contract/errors.ts';
import {
  type BillingOperation,
  extendLockForCharge,
  finishOperation,
} from '#server/billing/payments/billing-operations.ts';
import { abandonOnError, specifyOperation } from '#server/billing/payments/claim-operation.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';
import type { Settlement } from '#server/platform/stripe/settlement.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { billingStateOf, liveSubscription } from './billing-state.ts';
import { getCurrentSubscription } from './current.ts';
import { beginChange, reconcileOrDefer } from './finish-change.ts';
import { authenticationRequired, paymentRefusal } from './outcome.ts';

type OpenInvoiceOwner = Pick<
  ProviderSubscription,
  'id' | 'changePending' | 'latestInvoice' | 'status'
>;

/**
 * Charges the open invoices of a subscription, oldest first: paying the newest alone would make it
 * active and leave the others open (R-SUB-23). Stops at the first that is not paid and returns its
 * settlement. `upTo`: the last invoice to pay. Without it, invoices that are sent are left to be paid by their due date,
 * unless one is overdue.
 */
export async function payOpenInvoices(
  { stripe }: Pick<AppContext, 'stripe'>,
  owner: OpenInvoiceOwner,
  upTo?: string,
): Promise<Settlement> {
  for (const invoice of await openInvoicesToPay({ stripe }, owner, upTo)) {
    const settlement = await stripe.payInvoice(invoice.id);
    // Void: another process voided it in the meantime.
    if (settlement.outcome !== 'paid' && settlement.outcome !== 'void') return settlement;
    if (invoice.id === upTo) break;
  }
  return { outcome: 'paid' };
}

async function openInvoicesToPay(
  { stripe }: Pick<AppContext, 'stripe'>,
  { id, changePending, latestInvoice, status }: OpenInvoiceOwner,
  upTo?: string,
) {
  const open = await stripe.listOpenInvoices(id);
  return open.filter(
    (invoice) =>
      // Paid by the operation that changes the plan, or voided with it.
      !(changePending && invoice.id === latestInvoice) &&
      (upTo !== undefined || invoice.dueDate === null || status !== 'active'),
  );
}

/** Returns the amount that {@link payOpenInvoices} charges, in minor units. */
export const openAmount = async (context: Pick<AppContext, 'stripe'>, owner: OpenInvoiceOwner) =>
  (await openInvoicesToPay(context, owner)).reduce((sum, one) => sum + one.amountRemaining, 0);

/**
 * Pays an open invoice and the older ones of its subscription with the card on file. Needs no undo:
 * the provider charges an invoice once, so a repeated call pays only what is still open. Throws
 * `notFound` for an invoice of another organization.
 */
export async function payInvoice(context: AppContext, visitor: Member, invoice: string) {
  const { database } = context;
  const { tenant } = visitor;
  await billingStateOf(tenant);
  const { settled, claim } = await beginChange(context, visitor);
  if (!claim) return settled;
  await abandonOnError(database, claim, async () => {
    const { customer } = await billingStateOf(tenant);
    // Recorded as a purchase without a price, which a resumed operation only closes.
    const order = { kind: 'buy', customerId: null } as const;
    const operation = await database.system((tx) => specifyOperation(tx, claim, order));
    await chargeInvoice(context, operation, { customer, invoice });
  });
  await database.system((tx) => finishOperation(tx, claim));
  await reconcileOrDefer(context, { for_tenant: tenant.id });
  return getCurrentSubscription(context, visitor);
}

async function chargeInvoice(
  context: AppContext,
  operation: BillingOperation,
  { customer, invoice: id }: { customer: string | null; invoice: string },
) {
  const { stripe, database } = context;
  const all = customer === null ? [] : await stripe.listInvoices(customer);
  const invoice = all.find((one) => one.id === id);
  if (!invoice || customer === null) throw new Failure('notFound');
  if (invoice.status !== 'open') return;
  if ((await stripe.listCards(customer)).length === 0) {
    throw new Failure('billing.noPaymentMethod');
  }
  await extendLockForCharge(database, operation);
  const live = await liveSubscription(context, customer);
  const settlement =
    live && live.id === invoice.subscription
      ? await payOpenInvoices(context, live, id)
      : await stripe.payInvoice(id);
  if (settlement.outcome === 'authenticate') throw authenticationRequired(operation, settlement);
  if (settlement.outcome === 'declined') throw paymentRefusal(settlement.reason);
}
