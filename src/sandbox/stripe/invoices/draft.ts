import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Invoice, type InvoiceItem } from '#sandbox/stripe/store/types.ts';
import { lineFromItem } from './lines.ts';
import { withTotals } from './totals.ts';

/** Adds an item to the draft it was created for. */
export async function addToDraft(objects: ObjectRepository, item: InvoiceItem): Promise<void> {
  const was = await objects.get('invoice', idOf(item.invoice ?? ''), 'invoice');
  assertDraft(was);
  if (was.currency !== item.currency) {
    const message = `The invoice is in ${was.currency}, and cannot have items in ${item.currency}.`;
    throw invalidRequest(message, 'currency');
  }
  const customer = await objects.get('customer', idOf(was.customer ?? ''));
  const lines = { ...was.lines, data: [...was.lines.data, lineFromItem(item, was.id)] };
  const discounts = await loadDiscounts(objects, was.discounts);
  const is = withTotals({ ...was, lines }, discounts, customer.balance);
  await objects.update('invoice.updated', was, is);
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
