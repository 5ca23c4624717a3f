import { endUsedDiscounts, loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import { recordBalanceChange } from '#sandbox/stripe/customers/balance.ts';
import { invoiceTaxIds } from '#sandbox/stripe/customers/tax-ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  type Customer,
  idOf,
  type Invoice,
  type Subscription,
} from '#sandbox/stripe/store/types.ts';
import {
  invoiceSubscription,
  onInvoiceVoided,
} from '#sandbox/stripe/subscriptions/payment-results.ts';
import { invoiceTax, taxTermsOf, unknownLocation } from '#sandbox/stripe/tax/automatic-tax.ts';
import {
  chargeInvoice,
  closeInvoicePayment,
  openInvoicePayment,
  markInvoicePaid,
} from './collection.ts';
import { invoiceUrls } from './download.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { withTotals } from './totals.ts';

/** Way in which a new invoice is paid: charged now, or when its payment is confirmed. */
export type CollectionOptions = {
  defersPayment: boolean;
  /** True when the cardholder is not present. */
  offSession: boolean;
};

/** Creates, finalizes and charges an invoice; one of 0 is paid when it is final. */
export async function issueInvoice(
  objects: ObjectRepository,
  bill: Bill,
  { defersPayment: waits, offSession }: CollectionOptions,
): Promise<Invoice> {
  const open = await finalizeInvoice(objects, await createDraftInvoice(objects, bill));
  if (open.status === 'open' && !waits && open.collection_method !== 'send_invoice') {
    await chargeInvoice(objects, open, { offSession, isScheduled: false });
  }
  return objects.get('invoice', open.id);
}

/** Creates a draft, consumes the pending items it bills, and ends discounts for one invoice. */
export async function createDraftInvoice(objects: ObjectRepository, bill: Bill): Promise<Invoice> {
  const draft = await newInvoice(objects, bill);
  await objects.create('invoice.created', draft);
  for (const item of bill.items) await objects.saveWithoutEvent({ ...item, invoice: draft.id });
  await endUsedDiscounts(objects, draft, bill.discounts);
  return draft;
}

/**
 * Finalizes an invoice: numbers it, applies the customer's credit, and opens it, or marks it paid when
 * nothing is due.
 */
export async function finalizeInvoice(
  objects: ObjectRepository,
  previous: Invoice,
): Promise<Invoice> {
  const customer = await objects.get('customer', idOf(previous.customer ?? ''));
  const { taxed, tax } = await finalTax(objects, previous, customer);
  const sums = withTotals(taxed, {
    discounts: await loadDiscounts(objects, previous.discounts),
    balance: customer.balance,
    tax,
  });
  const sequence = customer.next_invoice_sequence ?? 1;
  const updated: Invoice = {
    ...sums,
    ...(await customerDetails(objects, customer)),
    automatically_finalizes_at: null,
    effective_at: objects.now,
    ...invoiceUrls(previous.id),
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...previous.status_transitions, finalized_at: objects.now },
  };
  const spent = { ...customer, balance: updated.ending_balance ?? 0 };
  await objects.update('customer.updated', customer, spent);
  await objects.saveWithoutEvent({ ...spent, next_invoice_sequence: sequence + 1 });
  await recordBalanceChange(objects, spent, {
    amount: spent.balance - customer.balance,
    type: 'applied_to_invoice',
    invoice: updated.id,
  });
  await objects.update('invoice.finalized', previous, updated);
  if (updated.amount_due === 0) await markInvoicePaid(objects, updated);
  else await openInvoicePayment(objects, updated);
  return objects.get('invoice', updated.id);
}

/**
 * Returns an invoice with its tax, calculated for the address of this moment. Without a recognized one, a
 * subscription continues without automatic tax, as at Stripe; any other invoice is refused.
 */
async function finalTax(objects: ObjectRepository, invoice: Invoice, customer: Customer) {
  if (!invoice.automatic_tax.enabled) return { taxed: invoice, tax: null };
  const tax = await taxTermsOf(objects, customer);
  if (tax) return { taxed: { ...invoice, automatic_tax: invoiceTax(tax) }, tax };
  const subscription = await invoiceSubscription(objects, invoice);
  if (!subscription) throw unknownLocation();
  const disabled = {
    disabled_reason: 'requires_location_inputs' as const,
    enabled: false,
    liability: null,
  };
  const untaxed = { ...subscription, automatic_tax: disabled } satisfies Subscription;
  await objects.update('customer.subscription.updated', subscription, untaxed);
  const disabled_reason = 'finalization_requires_location_inputs';
  const automatic_tax = { ...invoice.automatic_tax, disabled_reason, enabled: false };
  return { taxed: { ...invoice, automatic_tax } satisfies Invoice, tax };
}

/** Returns the details that an invoice takes over from its customer when it is finalized. */
async function customerDetails(objects: ObjectRepository, customer: Customer) {
  return {
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_ids: await invoiceTaxIds(objects, customer.id),
  };
}

/** Marks an invoice as uncollectible; it is charged no longer, but can still be paid. */
export async function writeOffInvoice(
  objects: ObjectRepository,
  previous: Invoice,
): Promise<Invoice> {
  const updated: Invoice = {
    ...previous,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'uncollectible',
    status_transitions: { ...previous.status_transitions, marked_uncollectible_at: objects.now },
  };
  await objects.update('invoice.marked_uncollectible', previous, updated);
  return updated;
}

/** Voids an invoice and returns the credit it used to the customer. */
export async function voidInvoice(objects: ObjectRepository, previous: Invoice): Promise<Invoice> {
  const transitions = { ...previous.status_transitions, voided_at: objects.now };
  const updated: Invoice = {
    ...previous,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: transitions,
  };
  for (const payment of await objects.list('invoice_payment', { parent: previous.id })) {
    await closeInvoicePayment(objects, payment, 'canceled');
  }
  await objects.update('invoice.voided', previous, updated);
  const customer = await objects.find('customer', idOf(previous.customer ?? ''));
  if (customer) {
    const amount = previous.starting_balance - (previous.ending_balance ?? 0);
    const restored = { ...customer, balance: customer.balance + amount };
    await objects.update('customer.updated', customer, restored);
    const change = { amount, type: 'unapplied_from_invoice', invoice: previous.id } as const;
    await recordBalanceChange(objects, restored, change);
  }
  await onInvoiceVoided(objects, updated);
  return updated;
}
