import type { StripeClient } from '#server/platform/stripe/client.ts';
import type {
  CustomerSnapshot,
  OpenInvoice,
  SubscriptionState,
} from '#server/platform/stripe/customer-snapshot.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import { isMarkedSuspended } from '#server/platform/stripe/subscription-snapshot.ts';
import type { BillingOperation } from './billing-operations.ts';
import { type DisputeRule, endLostSubscriptions } from './disputes.ts';
import { settleGrants } from './grants.ts';

/** The calls that reconciliation makes to the provider. */
export type SettlingClient = Pick<
  StripeClient,
  | 'readCustomerSnapshot'
  | 'cancelSubscription'
  | 'voidInvoice'
  | 'collectOrVoidInvoice'
  | 'restoreEndDate'
  | 'restoreQuantity'
  | 'restoreTax'
  | 'suspendPayments'
  | 'restorePayments'
  | 'holdInvoice'
  | 'releaseInvoice'
  | 'removeGrant'
  | 'previewInvoice'
>;

/** The customer of an organization at the provider. */
type TenantCustomer = {
  customer: string;
  isSuspended: boolean;
  /** The organization's billing operation that is not finished, if any. */
  pending: BillingOperation | undefined;
  /** The current time, by the provider's clock. */
  now: Date;
};

/** Reads a customer, after settling what would stay open at the provider. */
export async function readSettledSnapshot(
  stripe: SettlingClient,
  { customer, isSuspended, pending, now }: TenantCustomer,
  { endLostDisputes }: DisputeRule,
): Promise<CustomerSnapshot> {
  const read = await stripe.readCustomerSnapshot(customer);
  // A change of plan removes the end of a granted one before the charge.
  const isChanging = pending?.kind === 'change_plan';
  const restored = !isChanging && (await settleGrants(stripe, read, now));
  const reduced = await settleQuantities(stripe, read);
  const isTaxed = await settleTax(stripe, read);
  const lost = endLostDisputes && (await endLostSubscriptions(stripe, read));
  const suspended = await settleSuspension(stripe, read, { isSuspended, now });
  const hasChanged = restored || reduced || isTaxed || lost || suspended;
  const current = hasChanged ? await stripe.readCustomerSnapshot(customer) : read;
  const settled = await settleOpenInvoices(stripe, current, isSuspended);
  return settled ? stripe.readCustomerSnapshot(customer) : current;
}

/**
 * Sets quantities that were changed at the provider to the one that is sold, shown and counted. Waits while a change
 * of plan is pending, which sets it, too. Returns true when something changed. Idempotent.
 */
async function settleQuantities(
  stripe: Pick<SettlingClient, 'restoreQuantity'>,
  { subscriptions }: CustomerSnapshot,
): Promise<boolean> {
  const changed = subscriptions.filter(
    // A paused one is not charged until it is resumed.
    ({ endedAt, status, quantity, changePending }) =>
      endedAt === null && status !== 'paused' && quantity !== 1 && !changePending,
  );
  for (const { id, itemId } of changed) if (itemId) await stripe.restoreQuantity(id, itemId);
  return changed.length > 0;
}

/**
 * Taxes subscriptions again that were left untaxed for want of a place, once the customer has one (R-TAX-01). Waits while
 * a change of plan is pending. Returns true when something changed. Idempotent.
 */
async function settleTax(
  stripe: Pick<SettlingClient, 'restoreTax'>,
  { subscriptions }: CustomerSnapshot,
): Promise<boolean> {
  let changed = false;
  for (const state of subscriptions) {
    const { id, endedAt, lacksPlace, changePending } = state;
    const isUntaxed = lacksPlace && endedAt === null && !changePending;
    if (isUntaxed && grantOf(state) === null && (await stripe.restoreTax(id))) changed = true;
  }
  return changed;
}

/**
 * Pauses the payments of a suspended organization, and collects them again once the suspension is lifted (R-OPR-13).
 * The provider still collects invoices that it made before the pause
 * (docs.stripe.com/billing/subscriptions/pause-payment), so these are held, too. The pause waits while a change of plan is
 * pending. Returns true when something changed. Idempotent.
 */
async function settleSuspension(
  stripe: Pick<
    SettlingClient,
    'suspendPayments' | 'restorePayments' | 'holdInvoice' | 'releaseInvoice'
  >,
  { subscriptions }: CustomerSnapshot,
  { isSuspended, now }: Pick<TenantCustomer, 'isSuspended' | 'now'>,
): Promise<boolean> {
  const running = subscriptions.filter(({ endedAt }) => endedAt === null);
  const changed = running.filter(
    (state) => !state.changePending && isMarkedSuspended(state) !== isSuspended,
  );
  for (const state of changed) {
    await (isSuspended ? stripe.suspendPayments(state) : stripe.restorePayments(state));
  }
  const invoices = running.flatMap((state) =>
    isSuspended ? state.collectedInvoices : state.heldInvoices,
  );
  for (const id of invoices) {
    await (isSuspended ? stripe.holdInvoice(id) : stripe.releaseInvoice(id, now));
  }
  return changed.length + invoices.length > 0;
}

type InvoiceSettlingClient = Pick<StripeClient, 'voidInvoice' | 'collectOrVoidInvoice'>;

/**
 * Settles open invoices that nothing else would ever settle: those of an ended subscription are
 * void, so are those of a granted one, and those of a running one whose later invoice was paid are charged once more, or void if
 * that fails (R-SUB-23), but not while the organization is suspended. Returns true when something changed. Idempotent.
 */
async function settleOpenInvoices(
  stripe: InvoiceSettlingClient,
  { subscriptions }: CustomerSnapshot,
  isSuspended: boolean,
): Promise<boolean> {
  let changed = false;
  for (const subscription of subscriptions) {
    for (const { id } of invoicesToSettle(subscription)) {
      // Oldest first. An ended or granted subscription is never charged again.
      if (subscription.endedAt || grantOf(subscription)) await stripe.voidInvoice(id);
      else if (isSuspended) continue;
      else await stripe.collectOrVoidInvoice(id);
      changed = true;
    }
  }
  return changed;
}

function invoicesToSettle(subscription: SubscriptionState): OpenInvoice[] {
  const { endedAt, status, latestInvoice, changePending, openInvoices } = subscription;
  if (endedAt || grantOf(subscription)) return openInvoices;
  // The status follows the latest invoice alone, so an older one would stay open for ever. While
  // a change of plan waits for its payment, the latest invoice is the change's.
  if (status !== 'active' || changePending) return [];
  return openInvoices.filter(({ id, isRetried }) => id !== latestInvoice && !isRetried);
}
