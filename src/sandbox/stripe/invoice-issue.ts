import { discountsOf, endDiscount } from './discounts.ts';
import { invoicePages } from './invoice-file.ts';
import { chargeInvoice, endPayment, openPayment, settleInvoice } from './invoice-payment.ts';
import { type Applied, withTotals } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { subscriptionForgiven } from './subscription-payment.ts';
import { idOf, type Invoice } from './wire.ts';

/** Way in which a new invoice is paid: charged now, or when its payment is confirmed. */
export interface Collection {
  waits: boolean;
  /** True when the cardholder is not present. */
  offSession: boolean;
}

/** Creates, finalizes and charges an invoice; one of 0 is paid when it is final. */
export async function issueInvoice(
  ledger: Ledger,
  bill: Bill,
  { waits, offSession }: Collection,
): Promise<Invoice> {
  const open = await finalizeInvoice(ledger, await draftInvoice(ledger, bill));
  if (open.status === 'open' && !waits) {
    await chargeInvoice(ledger, open, { offSession, automatic: false });
  }
  return ledger.get('invoice', open.id);
}

/** Creates a draft, consumes the pending items it bills, and ends discounts for one invoice. */
export async function draftInvoice(ledger: Ledger, bill: Bill): Promise<Invoice> {
  const draft = newInvoice(bill, ledger.now);
  await ledger.create('invoice.created', draft);
  for (const item of bill.items) await ledger.save({ ...item, invoice: draft.id });
  await endSpent(ledger, draft, bill.discounts);
  return draft;
}

/** Ends the discounts for one invoice that reduced this one. */
async function endSpent(ledger: Ledger, invoice: Invoice, discounts: Applied[]) {
  for (const { coupon, discount } of discounts) {
    const off = invoice.total_discount_amounts?.find((one) => one.discount === discount.id);
    if (coupon.duration === 'once' && off && off.amount > 0) await endDiscount(ledger, discount);
  }
}

/**
 * Finalizes an invoice: numbers it, applies the customer's credit, and opens it, or marks it paid when
 * nothing is due.
 */
export async function finalizeInvoice(ledger: Ledger, was: Invoice): Promise<Invoice> {
  const customer = await ledger.get('customer', idOf(was.customer ?? ''));
  const sums = withTotals(was, await discountsOf(ledger, was.discounts), customer.balance);
  const sequence = customer.next_invoice_sequence ?? 1;
  const is: Invoice = {
    ...sums,
    automatically_finalizes_at: null,
    effective_at: ledger.now,
    ...invoicePages(was.id),
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...was.status_transitions, finalized_at: ledger.now },
  };
  const spent = { ...customer, balance: is.ending_balance ?? 0 };
  await ledger.update('customer.updated', customer, spent);
  await ledger.save({ ...spent, next_invoice_sequence: sequence + 1 });
  await ledger.update('invoice.finalized', was, is);
  if (is.amount_due === 0) await settleInvoice(ledger, is);
  else await openPayment(ledger, is);
  return ledger.get('invoice', is.id);
}

/** Voids an invoice and returns the credit it used to the customer. */
export async function voidInvoice(ledger: Ledger, was: Invoice): Promise<Invoice> {
  const transitions = { ...was.status_transitions, voided_at: ledger.now };
  const is: Invoice = {
    ...was,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: transitions,
  };
  for (const payment of await ledger.list('invoice_payment', { parent: was.id })) {
    await endPayment(ledger, payment, 'canceled');
  }
  await ledger.update('invoice.voided', was, is);
  const customer = await ledger.find('customer', idOf(was.customer ?? ''));
  if (customer) {
    const balance = customer.balance + was.starting_balance - (was.ending_balance ?? 0);
    await ledger.update('customer.updated', customer, { ...customer, balance });
  }
  await subscriptionForgiven(ledger, is);
  return is;
}
