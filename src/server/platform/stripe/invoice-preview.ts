import type { TaxProfile } from './billing-details.ts';
import { type ScheduledEnd, withoutEnd } from './subscriptions.ts';
import { taxedFor } from './taxes.ts';

/** The invoice to preview: a subscription's new price, a new subscription, or the next one unchanged. */
export type InvoicePreviewRequest = {
  customer: string;
  subscription?: string;
  change?: { item?: string; price: string; prorationDate?: number; restarts?: boolean };
  /** The scheduled end that the change removes, without which there may be no next invoice. */
  without?: ScheduledEnd;
  /** True for the invoice of a paused subscription that is resumed now. */
  resumes?: boolean;
  promotionCode?: string | null;
  /** True for the amount of each later period, without one-time items. */
  recurring?: boolean;
  /** The facts that decide the tax of a plan that is not taxed yet; null for tax as the subscription has it. */
  tax?: TaxProfile | null;
};

/** Returns the parameters of the provider's preview. */
export function previewParams(request: InvoicePreviewRequest) {
  const { customer, subscription, change, without, resumes, promotionCode, recurring, tax } =
    request;
  const { item, price, prorationDate, restarts } = change ?? {};
  return {
    customer,
    ...(subscription && { subscription }),
    ...(tax && taxedFor(tax)),
    ...(recurring && { preview_mode: 'recurring' as const }),
    ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
    ...((price || without) && {
      subscription_details: {
        ...(without && withoutEnd(without)),
        ...(resumes && { resume_at: 'now' as const }),
        ...(price && { items: [{ ...(item && { id: item }), price, quantity: 1 }] }),
        ...(price && subscription && { proration_behavior: 'always_invoice' as const }),
        ...(prorationDate !== undefined && { proration_date: prorationDate }),
        ...(restarts && { billing_cycle_anchor: { type: 'now' as const } }),
      },
    }),
  };
}
