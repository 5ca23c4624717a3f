import { discountsOf } from './discounts.ts';
import { invalidRequest } from './failure.ts';
import { lineOf } from './invoice-lines.ts';
import { withTotals } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import { idOf, type Invoice, type InvoiceItem } from './wire.ts';

/** Adds an item to the draft it was created for. */
export async function addToDraft(ledger: Ledger, item: InvoiceItem): Promise<void> {
  const was = await ledger.get('invoice', idOf(item.invoice ?? ''), 'invoice');
  assertDraft(was);
  if (was.currency !== item.currency) {
    const message = `The invoice is in ${was.currency}, and cannot have items in ${item.currency}.`;
    throw invalidRequest(message, 'currency');
  }
  const customer = await ledger.get('customer', idOf(was.customer ?? ''));
  const lines = { ...was.lines, data: [...was.lines.data, lineOf(item, was.id)] };
  const discounts = await discountsOf(ledger, was.discounts);
  const is = withTotals({ ...was, lines }, discounts, customer.balance);
  await ledger.update('invoice.updated', was, is);
}

/** Throws unless the invoice is a draft: only drafts can be changed, deleted and finalized. */
export function assertDraft({ status }: Invoice): void {
  if (status === 'draft') return;
  throw invalidRequest(
    `This invoice is already ${status}: it can no longer be changed.`,
    undefined,
    'invoice_not_editable',
  );
}
