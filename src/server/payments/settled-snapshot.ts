import { settleGrants } from './grants.ts';
import { settleOpenInvoices } from './open-invoices.ts';
import type { StripeClient } from './stripe/client.ts';
import type { CustomerSnapshot } from './stripe/customer-snapshot.ts';
import { endUnpaidTrials } from './unpaid-trials.ts';

/** The calls that reconciliation makes to the provider. */
export type SettlingClient = Pick<
  StripeClient,
  | 'readCustomerSnapshot'
  | 'cancelUnpaidAtTrialEnd'
  | 'cancelSubscription'
  | 'reverseInvoice'
  | 'voidInvoice'
  | 'collectOrVoidInvoice'
  | 'restoreGrantEnd'
  | 'removeGrant'
>;

/** Reads a customer, after settling what would stay open at the provider. */
export async function readSettledSnapshot(
  stripe: SettlingClient,
  customer: string,
): Promise<CustomerSnapshot> {
  const read = await stripe.readCustomerSnapshot(customer);
  const ended = await endUnpaidTrials(stripe, read);
  const restored = await settleGrants(stripe, read);
  const current = ended || restored ? await stripe.readCustomerSnapshot(customer) : read;
  const settled = await settleOpenInvoices(stripe, current);
  return settled ? stripe.readCustomerSnapshot(customer) : current;
}
