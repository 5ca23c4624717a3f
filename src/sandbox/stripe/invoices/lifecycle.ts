import { loadDiscounts, endDiscount } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Invoice } from '#sandbox/stripe/store/types.ts';
import { onInvoiceVoided } from '#sandbox/stripe/subscriptions/payment-results.ts';
import {
  chargeInvoice,
  closeInvoicePayment,
  openInvoicePayment,
  markInvoicePaid,
} from './collection.ts';
import { invoiceUrls } from './download.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { type AppliedDiscount, withTotals } from './totals.ts';

/** Way in which a new invoice is paid: charged now, or when its payment is confirmed. */
export interface CollectionOptions {
  defersPayment: boolean;
  /** True when the cardholder is not present. */
  offSession: boolean;
}

/** Creates, finalizes and charges an invoice; one of 0 is paid when it is final. */
export async function issueInvoice(
  objects: ObjectRepository,
  bill: Bill,
  { defersPayment: waits, offSession }: CollectionOptions,
): Promise<Invoice> {
  const open = await finalizeInvoice(objects, await createDraftInvoice(objects, bill));
  if (open.status === 'open' && !waits) {
    await chargeInvoice(objects, open, { offSession, isScheduled: false });
  }
  return objects.get('invoice', open.id);
}

/** Creates a draft, consumes the pending items it bills, and ends discounts for one invoice. */
export async function createDraftInvoice(objects: ObjectRepository, bill: Bill): Promise<Invoice> {
  const draft = newInvoice(bill, objects.now);
  await objects.create('invoice.created', draft);
  for (const item of bill.items) await objects.saveWithoutEvent({ ...item, invoice: draft.id });
  await endUsedDiscounts(objects, draft, bill.discounts);
  return draft;
}

/** Ends the discounts for one invoice that reduced this one. */
async function endUsedDiscounts(
  objects: ObjectRepository,
  invoice: Invoice,
  discounts: AppliedDiscount[],
) {
  for (const { coupon, discount } of discounts) {
    const off = invoice.total_discount_amounts?.find((one) => one.discount === discount.id);
    if (coupon.duration === 'once' && off && off.amount > 0) await endDiscount(objects, discount);
  }
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
  const sums = withTotals(
    previous,
    await loadDiscounts(objects, previous.discounts),
    customer.balance,
  );
  const sequence = customer.next_invoice_sequence ?? 1;
  const updated: Invoice = {
    ...sums,
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
  await objects.update('invoice.finalized', previous, updated);
  if (updated.amount_due === 0) await markInvoicePaid(objects, updated);
  else await openInvoicePayment(objects, updated);
  return objects.get('invoice', updated.id);
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
    const balance = customer.balance + previous.starting_balance - (previous.ending_balance ?? 0);
    await objects.update('customer.updated', customer, { ...customer, balance });
  }
  await onInvoiceVoided(objects, updated);
  return updated;
}
