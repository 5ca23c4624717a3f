import type { Stripe } from 'stripe';
import type { TaxProfile } from './billing-details.ts';
import { resultOf } from './connection.ts';
import { toProviderInvoice } from './invoice-snapshot.ts';
import { taxed, type TaxRateReader } from './taxes.ts';

interface NewPlan extends TaxProfile {
  /** The price's service id. */
  price: string;
  isOneTime: boolean;
  /** The provider's id of the coupon; its code's restrictions were checked before. */
  coupon: string | null;
  /** True for the amount of each later period. */
  recurring?: boolean;
}

export const createNewPlanPreviews = (stripe: Stripe, taxRates: TaxRateReader) => ({
  /**
   * Previews the first invoice of a new plan with tax. Names no customer: for one with a subscription the
   * provider would preview that one's next invoice.
   */
  async previewNewPlan({ address, taxIds, price, isOneTime, coupon, recurring }: NewPlan) {
    const details = {
      address: withoutEmpty(address),
      ...(taxIds.length > 0 && { tax_ids: taxIds as Stripe.CustomerCreateParams.TaxIdDatum[] }),
    };
    const preview = await resultOf(
      stripe.invoices.createPreview({
        ...taxed,
        customer_details: details,
        ...(coupon && { discounts: [{ coupon }] }),
        ...(isOneTime
          ? { invoice_items: [{ price }] }
          : { subscription_details: { items: [{ price }] } }),
        ...(recurring && { preview_mode: 'recurring' as const }),
      }),
    );
    return toProviderInvoice(preview, { rates: await taxRates([preview]) });
  },
});

const withoutEmpty = (address: TaxProfile['address']) =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
