import type { Stripe } from 'stripe';
import { resultOf, completionOf, type StripeMetadata, ignoreMissing } from './connection.ts';
import { CardDeclined, InvalidRequest } from './errors.ts';
import { toProviderInvoice, type ProviderInvoice } from './invoice-snapshot.ts';
import { paymentIntentOf, type Settlement, settlementOfInvoice } from './settlement.ts';

interface OneTimePurchase {
  customer: string;
  /** The service id of a one-time price. */
  price: string;
  currency: string;
  promotionCode: string | null;
  metadata: StripeMetadata;
}

/** The invoice to preview: a subscription's new price, a new subscription, or the next one unchanged. */
interface InvoicePreviewRequest {
  customer: string;
  subscription?: string;
  change?: { item?: string; price: string; prorationDate?: number };
  promotionCode?: string | null;
  /** True for the amount of each later period, without one-time items. */
  recurring?: boolean;
}

export interface StripeInvoices {
  /** Lists the last hundred invoices, newest first, without drafts. */
  listInvoices: (customer: string) => Promise<ProviderInvoice[]>;
  /** Lists the invoices whose metadata names this operation. */
  listInvoicesOfOperation: (customer: string, intentId: string) => Promise<ProviderInvoice[]>;
  /** Previews the next invoice; null when there will be none. Changes nothing. */
  previewInvoice: (question: InvoicePreviewRequest) => Promise<ProviderInvoice | null>;
  /** Invoices a one-time price and charges it; returns the invoice's id. */
  chargeOneTimePrice: (sale: OneTimePurchase, key: string) => Promise<string>;
  /** Returns the state of an invoice's payment. */
  retrieveSettlement: (invoice: string) => Promise<Settlement>;
  /** Retries the charge of an open invoice. */
  payInvoice: (invoice: string) => Promise<Settlement>;
  /** Lists the open invoices of a subscription, oldest first. */
  listOpenInvoices: (subscription: string) => Promise<ProviderInvoice[]>;
  /** Voids an open invoice; succeeds when it is not open any more. */
  voidInvoice: (invoice: string) => Promise<void>;
  /** Charges an open invoice without the cardholder; voids it when that fails. */
  collectOrVoidInvoice: (invoice: string) => Promise<void>;
  /** Reverses an invoice in any state: deletes a draft, voids an open one, refunds a paid one. */
  reverseInvoice: (invoice: string, key: string) => Promise<void>;
}

export const createStripeInvoices = (stripe: Stripe): StripeInvoices => ({
  ...invoiceReads(stripe),
  ...invoiceCharges(stripe),
});

const invoiceReads = (stripe: Stripe) => {
  const latest = async (customer: string) => {
    const { data } = await resultOf(stripe.invoices.list({ customer, limit: 100 }));
    return data;
  };
  return {
    listInvoices: async (customer) =>
      (await latest(customer)).filter(({ status }) => status !== 'draft').map(toProviderInvoice),
    listInvoicesOfOperation: async (customer, intentId) =>
      (await latest(customer))
        .filter(({ metadata }) => metadata?.['intentId'] === intentId)
        .map(toProviderInvoice),
    async listOpenInvoices(subscription) {
      const open = { subscription, status: 'open', limit: 100 } as const;
      const { data } = await resultOf(stripe.invoices.list(open));
      return data.map(toProviderInvoice).toReversed();
    },
    async previewInvoice(question) {
      const preview = await resultOf(stripe.invoices.createPreview(previewParams(question))).catch(
        (error: unknown) => {
          if (error instanceof InvalidRequest && error.code === 'invoice_upcoming_none')
            return null;
          throw error;
        },
      );
      return preview && toProviderInvoice(preview);
    },
    retrieveSettlement: async (id) => settlementOfInvoice(await retrieveWithPayment(stripe, id)),
  } satisfies Partial<StripeInvoices>;
};

const invoiceCharges = (stripe: Stripe) =>
  ({
    async chargeOneTimePrice({ customer, price, currency, promotionCode, metadata }, key) {
      const once = (step: string) => ({ idempotencyKey: `${key}:${step}` });
      const { id } = await resultOf(
        stripe.invoices.create(
          {
            customer,
            currency,
            metadata,
            auto_advance: false,
            collection_method: 'charge_automatically',
            pending_invoice_items_behavior: 'exclude',
            ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
          },
          once('invoice'),
        ),
      );
      await completionOf(
        stripe.invoiceItems.create({ customer, invoice: id, pricing: { price } }, once('item')),
      );
      const final = await resultOf(stripe.invoices.finalizeInvoice(id, {}, once('finalize')));
      if (final.status === 'open') await chargeInvoice(stripe, id, once('pay'));
      return id;
    },
    async payInvoice(id) {
      await chargeInvoice(stripe, id);
      return settlementOfInvoice(await retrieveWithPayment(stripe, id));
    },
    voidInvoice: (id) => voidUnlessSettled(stripe, id),
    async collectOrVoidInvoice(id) {
      await chargeInvoice(stripe, id, { offSession: true });
      await voidUnlessSettled(stripe, id);
    },
    async reverseInvoice(id, key) {
      const found = await retrieveWithPayment(stripe, id).catch(ignoreMissing);
      if (found?.status === 'draft')
        await completionOf(stripe.invoices.del(id)).catch(ignoreMissing);
      if (found?.status === 'open') await completionOf(stripe.invoices.voidInvoice(id));
      const paid = found?.status === 'paid' ? paymentIntentOf(found) : undefined;
      if (!paid) return;
      const payment_intent = typeof paid === 'string' ? paid : paid.id;
      const once = { idempotencyKey: `${key}:refund` };
      await completionOf(stripe.refunds.create({ payment_intent }, once)).catch(
        ignoreAlreadyRefunded,
      );
    },
  }) satisfies Partial<StripeInvoices>;

const expand = ['confirmation_secret', 'payments.data.payment.payment_intent'];

const retrieveWithPayment = (stripe: Stripe, id: string) =>
  resultOf(stripe.invoices.retrieve(id, { expand }));

function ignoreAlreadyRefunded(error: unknown) {
  const refunded = error instanceof InvalidRequest && error.code === 'charge_already_refunded';
  if (!refunded) throw error;
}

/**
 * Charges an invoice. A declined payment is no error here: the invoice is read afterwards and tells
 * the result. `offSession`: the cardholder is not present.
 */
const chargeInvoice = (
  stripe: Stripe,
  id: string,
  { offSession = false, ...once }: { idempotencyKey?: string; offSession?: boolean } = {},
) => completionOf(stripe.invoices.pay(id, { off_session: offSession }, once)).catch(ignoreRefused);

/** The provider refuses to void an invoice that was paid or voided in the meantime. */
const voidUnlessSettled = (stripe: Stripe, id: string) =>
  completionOf(stripe.invoices.voidInvoice(id)).catch(ignoreRefused);

function ignoreRefused(error: unknown) {
  if (!(error instanceof CardDeclined || error instanceof InvalidRequest)) throw error;
}

function previewParams({
  customer,
  subscription,
  change,
  promotionCode,
  recurring,
}: InvoicePreviewRequest) {
  const { item, price, prorationDate } = change ?? {};
  return {
    customer,
    ...(subscription && { subscription }),
    ...(recurring && { preview_mode: 'recurring' as const }),
    ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
    ...(price && {
      subscription_details: {
        items: [{ ...(item && { id: item }), price }],
        ...(subscription && { proration_behavior: 'always_invoice' as const }),
        ...(prorationDate !== undefined && { proration_date: prorationDate }),
      },
    }),
  };
}
