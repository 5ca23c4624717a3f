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

/** What is asked about: another price for a subscription, a new one, or the next invoice as it is. */
interface Question {
  customer: string;
  subscription?: string;
  change?: { item?: string; price: string; prorationDate?: number };
  promotionCode?: string | null;
  /** What each period costs from then on, without what is asked but once. */
  recurring?: boolean;
}

export interface Invoices {
  /** The last ones, newest first, without drafts. */
  listInvoices: (customer: string) => Promise<ProviderInvoice[]>;
  /** Those that say in their metadata that this intent made them. */
  invoicesOfIntent: (customer: string, intentId: string) => Promise<ProviderInvoice[]>;
  /** What the next invoice would be; null when there will be none. Nothing happens. */
  previewInvoice: (question: Question) => Promise<ProviderInvoice | null>;
  /** Invoices a one-time price and charges it; the invoice's id. */
  sell: (sale: Sale, key: string) => Promise<string>;
  /** How the payment of an invoice stands. */
  settlement: (invoice: string) => Promise<Settlement>;
  /** Tries once more to charge an open invoice. */
  payInvoice: (invoice: string) => Promise<Settlement>;
  /** Takes an invoice back, whatever became of it: a draft is deleted, a paid one refunded. */
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

/** The cardholder is there. A refused payment is an outcome, not a failure: the invoice says which. */
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
