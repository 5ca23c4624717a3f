import type { Stripe } from 'stripe';
import { CardDeclined, InvalidRequest } from './errors.ts';
import { answer, done, type Metadata, unlessGone } from './gateway-connection.ts';
import { invoiceOf, type ProviderInvoice } from './invoice-snapshot.ts';
import { paymentIntentOf, type Settlement, settlementOfInvoice } from './settlement.ts';

interface Sale {
  customer: string;
  /** The service id of a one-time price. */
  price: string;
  currency: string;
  promotionCode: string | null;
  metadata: Metadata;
}

/**
 * The invoice to preview: a new price for a subscription, a new subscription, or the next invoice
 * unchanged.
 */
interface Question {
  customer: string;
  subscription?: string;
  change?: { item?: string; price: string; prorationDate?: number };
  promotionCode?: string | null;
  /** True for the amount of each later period, without one-time items. */
  recurring?: boolean;
}

export interface Invoices {
  /** Lists the last hundred invoices, newest first, without drafts. */
  listInvoices: (customer: string) => Promise<ProviderInvoice[]>;
  /** Lists the invoices whose metadata names this intent. */
  invoicesOfIntent: (customer: string, intentId: string) => Promise<ProviderInvoice[]>;
  /** Previews the next invoice; null when there will be none. Changes nothing. */
  previewInvoice: (question: Question) => Promise<ProviderInvoice | null>;
  /** Invoices a one-time price and charges it; returns the invoice's id. */
  sell: (sale: Sale, key: string) => Promise<string>;
  /** Returns the state of an invoice's payment. */
  settlement: (invoice: string) => Promise<Settlement>;
  /** Retries the charge of an open invoice. */
  payInvoice: (invoice: string) => Promise<Settlement>;
  /** Reverses an invoice in any state: deletes a draft, voids an open one, refunds a paid one. */
  takeBack: (invoice: string, key: string) => Promise<void>;
}

export const invoices = (stripe: Stripe): Invoices => ({
  ...looking(stripe),
  ...charging(stripe),
});

const looking = (stripe: Stripe) => {
  const latest = async (customer: string) => {
    const { data } = await answer(stripe.invoices.list({ customer, limit: 100 }));
    return data;
  };
  return {
    listInvoices: async (customer) =>
      (await latest(customer)).filter(({ status }) => status !== 'draft').map(invoiceOf),
    invoicesOfIntent: async (customer, intentId) =>
      (await latest(customer))
        .filter(({ metadata }) => metadata?.['intentId'] === intentId)
        .map(invoiceOf),
    async previewInvoice(question) {
      const preview = await answer(stripe.invoices.createPreview(previewParams(question))).catch(
        (error: unknown) => {
          if (error instanceof InvalidRequest && error.code === 'invoice_upcoming_none')
            return null;
          throw error;
        },
      );
      return preview && invoiceOf(preview);
    },
    settlement: async (id) => settlementOfInvoice(await withPayment(stripe, id)),
  } satisfies Partial<Invoices>;
};

const charging = (stripe: Stripe) =>
  ({
    async sell({ customer, price, currency, promotionCode, metadata }, key) {
      const once = (step: string) => ({ idempotencyKey: `${key}:${step}` });
      const { id } = await answer(
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
      await done(
        stripe.invoiceItems.create({ customer, invoice: id, pricing: { price } }, once('item')),
      );
      const final = await answer(stripe.invoices.finalizeInvoice(id, {}, once('finalize')));
      if (final.status === 'open') await charge(stripe, id, once('pay'));
      return id;
    },
    async payInvoice(id) {
      await charge(stripe, id);
      return settlementOfInvoice(await withPayment(stripe, id));
    },
    async takeBack(id, key) {
      const found = await withPayment(stripe, id).catch(unlessGone);
      if (found?.status === 'draft') await done(stripe.invoices.del(id)).catch(unlessGone);
      if (found?.status === 'open') await done(stripe.invoices.voidInvoice(id));
      const paid = found?.status === 'paid' ? paymentIntentOf(found) : undefined;
      if (!paid) return;
      const payment_intent = typeof paid === 'string' ? paid : paid.id;
      const once = { idempotencyKey: `${key}:refund` };
      await done(stripe.refunds.create({ payment_intent }, once)).catch(unlessRefunded);
    },
  }) satisfies Partial<Invoices>;

const expand = ['confirmation_secret', 'payments.data.payment.payment_intent'];

const withPayment = (stripe: Stripe, id: string) =>
  answer(stripe.invoices.retrieve(id, { expand }));

function unlessRefunded(error: unknown) {
  const refunded = error instanceof InvalidRequest && error.code === 'charge_already_refunded';
  if (!refunded) throw error;
}

/**
 * Charges an invoice while the cardholder is present. A declined payment is no error here: the
 * invoice is read afterwards and tells the result.
 */
const charge = (stripe: Stripe, id: string, once: { idempotencyKey?: string } = {}) =>
  done(stripe.invoices.pay(id, { off_session: false }, once)).catch((error: unknown) => {
    if (!(error instanceof CardDeclined || error instanceof InvalidRequest)) throw error;
  });

function previewParams({ customer, subscription, change, promotionCode, recurring }: Question) {
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
