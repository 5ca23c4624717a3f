import type { UpcomingInvoice } from '#contract/invoices.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { ProviderInvoice } from '#server/platform/stripe/invoice-snapshot.ts';
import { toInvoiceRecords } from './current.ts';

/** Returns a preview with what is due now and at the next renewal. */
export async function toUpcomingInvoice(
  context: AppContext,
  preview: ProviderInvoice,
  nextRenewal: UpcomingInvoice['nextRenewal'],
): Promise<UpcomingInvoice> {
  const [invoice] = await toInvoiceRecords(context, [preview]);
  if (!invoice) throw new Error('missing invoice record');
  const { amountDue, lines, prorationDate, taxes } = preview;
  const { owedBefore, deferred } = invoice;
  const charged = lines.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
  const taxed = taxes.reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...invoice,
    amountDue,
    credit: Math.max(0, charged + Math.max(0, taxed) + owedBefore - deferred - amountDue),
    nextRenewal,
    prorationDate,
    currentPlanEnds: null,
    replacedDiscounts: [],
  };
}
