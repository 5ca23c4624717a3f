import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Invoice, type InvoiceItem } from '#sandbox/stripe/store/types.ts';
import { assertTaxBehavior, invoiceTax, taxTermsOf } from '#sandbox/stripe/tax/automatic-tax.ts';
import { lineFromItem } from './lines.ts';
import { withTotals } from './totals.ts';

/** Adds an item to the draft it was created for. */
export async function addToDraft(objects: ObjectRepository, item: InvoiceItem): Promise<void> {
  const previous = await objects.get('invoice', idOf(item.invoice ?? ''), 'invoice');
  assertDraft(previous);
  if (previous.currency !== item.currency) {
    const message = `The invoice is in ${previous.currency}, and cannot have items in ${item.currency}.`;
    throw invalidRequest(message, 'currency');
  }
  const customer = await objects.get('customer', idOf(previous.customer ?? ''));
  const lines = {
    ...previous.lines,
    data: [...previous.lines.data, lineFromItem(item, previous.id)],
  };
  const discounts = await loadDiscounts(objects, previous.discounts);
  const { balance } = customer;
  const isTaxed = previous.automatic_tax.enabled;
  if (isTaxed) await assertTaxBehavior(objects, lines.data);
  const tax = isTaxed ? await taxTermsOf(objects, customer) : null;
  const taxed = isTaxed ? { ...previous, automatic_tax: invoiceTax(tax) } : previous;
  const updated = withTotals({ ...taxed, lines }, { discounts, balance, tax });
  await objects.update('invoice.updated', previous, updated);
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
