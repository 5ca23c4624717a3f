import { endpoint } from './endpoint.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { invoicePages } from './invoice-file.ts';
import { type Bill, newInvoice } from './new-invoice.ts';
import { oneOf, text } from './params.ts';
import type { Customer, Invoice } from './wire.ts';

const url = '/v1/invoices';

export const invoices = [
  endpoint('GET', url, {
    params: {
      ...paging,
      customer: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text,
    },
    run({ ledger, params: { customer, status, subscription, ...page } }) {
      const parent = subscription && { subscription_details: { subscription } };
      const filter = { parent: customer, contains: { status, parent } };
      return listPage(ledger, { kind: 'invoice', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('invoice', id),
  }),
];

/** Makes an invoice and asks for its amount; one of 0 is paid as soon as it is final. */
export async function issueInvoice(ledger: Ledger, bill: Bill): Promise<Invoice> {
  const draft = newInvoice(bill, ledger.now);
  await ledger.create('invoice.created', draft);
  const open = await finalize(ledger, draft, bill.customer);
  return open.amount_due === 0 ? settle(ledger, open) : open;
}

/** Nobody owes this invoice any more. */
export async function voidInvoice(ledger: Ledger, id: string): Promise<void> {
  const was = await ledger.get('invoice', id);
  const transitions = { ...was.status_transitions, voided_at: ledger.now };
  const is: Invoice = { ...was, status: 'void', status_transitions: transitions };
  await ledger.update('invoice.voided', was, is);
}

async function finalize(ledger: Ledger, was: Invoice, customer: Customer): Promise<Invoice> {
  const sequence = customer.next_invoice_sequence ?? 1;
  const is: Invoice = {
    ...was,
    auto_advance: was.amount_due > 0,
    effective_at: ledger.now,
    ...invoicePages(was.id),
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...was.status_transitions, finalized_at: ledger.now },
  };
  await ledger.save({ ...customer, next_invoice_sequence: sequence + 1 });
  await ledger.update('invoice.finalized', was, is);
  return is;
}

async function settle(ledger: Ledger, was: Invoice): Promise<Invoice> {
  const is: Invoice = {
    ...was,
    amount_paid: was.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    status: 'paid',
    status_transitions: { ...was.status_transitions, paid_at: ledger.now },
  };
  await ledger.update('invoice.paid', was, is);
  await ledger.record('invoice.payment_succeeded', is);
  return is;
}
