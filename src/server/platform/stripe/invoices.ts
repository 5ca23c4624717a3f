import type { Stripe } from 'stripe';
import {
  allOf,
  resultOf,
  completionOf,
  type StripeMetadata,
  type StripeOptions,
  ignoreMissing,
} from './connection.ts';
import { readDisputes, toInvoiceDisputes } from './dispute-snapshot.ts';
import { listWholeInvoices, withWholeLists } from './embedded-lists.ts';
import { CardDeclined, InvalidRequest } from './errors.ts';
import { type InvoicePreviewRequest, previewParams } from './invoice-preview.ts';
import { graceMark, isRefusedPayment, toProviderInvoice } from './invoice-snapshot.ts';
import { paymentIntentOf, settlementOfInvoice } from './settlement.ts';
import { pausedBySuspension } from './subscription-snapshot.ts';
import { taxed, type TaxRateReader } from './taxes.ts';

type OneTimePurchase = {
  customer: string;
  /** The service id of a one-time price. */
  price: string;
  currency: string;
  promotionCode: string | null;
  metadata: StripeMetadata;
};

type InvoiceOptions = StripeOptions & { taxRates: TaxRateReader };

export const createStripeInvoices = (stripe: Stripe, options: InvoiceOptions) => ({
  ...invoiceReads(stripe, options),
  ...invoiceCharges(stripe, options),
  ...invoiceRefunds(stripe),
  /** Stops the automatic collection of an invoice while its organization is suspended, and marks it. */
  holdInvoice: (id: string) =>
    setCollection(stripe, id, { auto_advance: false, metadata: { suspended: pausedBySuspension } }),
  /** Resumes collection after {@link holdInvoice}, and restarts the grace period, in which the invoice could not be paid. */
  releaseInvoice: (id: string, now: Date) =>
    setCollection(stripe, id, {
      auto_advance: true,
      metadata: { suspended: '', [graceMark]: String(Math.floor(now.getTime() / 1_000)) },
    }),
});

function invoiceReads(stripe: Stripe, { taxRates }: InvoiceOptions) {
  const listed = (customer: string) =>
    listWholeInvoices(stripe, { customer, expand: ['data.payments'] });
  return {
    /** Lists the invoices with their refunds and disputes, newest first, without drafts and refused payments. */
    async listInvoices(customer: string) {
      const [invoices, charges] = await Promise.all([
        listed(customer),
        allOf(stripe.charges.list({ customer, limit: 100 })),
      ]);
      const final = invoices.filter(
        (invoice) => invoice.status !== 'draft' && !isRefusedPayment(invoice),
      );
      const [rates, read] = await Promise.all([taxRates(final), readDisputes(stripe, charges)]);
      const disputes = toInvoiceDisputes(final, charges, read);
      return final.map((invoice) => toProviderInvoice(invoice, { charges, disputes, rates }));
    },
    /** Lists the invoices whose metadata names this operation. */
    listInvoicesOfOperation: async (customer: string, intentId: string) =>
      (await listed(customer))
        .filter(({ metadata }) => metadata?.['intentId'] === intentId)
        .map((invoice) => toProviderInvoice(invoice)),
    /** Lists the open invoices of a subscription, oldest first. */
    async listOpenInvoices(subscription: string) {
      const invoices = await listWholeInvoices(stripe, { subscription, status: 'open' });
      return invoices.map((invoice) => toProviderInvoice(invoice)).toReversed();
    },
    /** Previews the next invoice; null when there will be none. Changes nothing. */
    async previewInvoice(question: InvoicePreviewRequest) {
      const preview = await resultOf(stripe.invoices.createPreview(previewParams(question))).catch(
        (error: unknown) => {
          if (error instanceof InvalidRequest && error.code === 'invoice_upcoming_none')
            return null;
          throw error;
        },
      );
      if (preview === null) return null;
      const whole = await withWholeLists(stripe, preview);
      return toProviderInvoice(whole, { rates: await taxRates([whole]) });
    },
    /** Returns the state of an invoice's payment. */
    retrieveSettlement: async (id: string) =>
      settlementOfInvoice(await retrieveWithPayment(stripe, id)),
  };
}

const invoiceCharges = (stripe: Stripe, { automaticTax }: InvoiceOptions) => ({
  /** Invoices a one-time price and charges it; returns the invoice's id. */
  async chargeOneTimePrice(sale: OneTimePurchase, key: string) {
    const { customer, price, currency, promotionCode, metadata } = sale;
    const once = (step: string) => ({ idempotencyKey: `${key}:${step}` });
    const { id } = await resultOf(
      stripe.invoices.create(
        {
          customer,
          currency,
          metadata,
          ...(automaticTax && taxed),
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
  /** Retries the charge of an open invoice. */
  async payInvoice(id: string) {
    await chargeInvoice(stripe, id);
    return settlementOfInvoice(await retrieveWithPayment(stripe, id));
  },
  /** Voids an open invoice; succeeds when it is not open any more. */
  voidInvoice: (id: string) => voidUnlessSettled(stripe, id),
  /** Charges an open invoice without the cardholder; voids it when that fails. */
  async collectOrVoidInvoice(id: string) {
    await chargeInvoice(stripe, id, { offSession: true });
    await voidUnlessSettled(stripe, id);
  },
  /** Reverses an invoice in any state: deletes a draft, voids an open one, refunds a paid one. */
  async reverseInvoice(id: string, intentId: string) {
    let found = await retrieveWithPayment(stripe, id).catch(ignoreMissing);
    if (found?.status === 'draft') await completionOf(stripe.invoices.del(id)).catch(ignoreMissing);
    if (found?.status === 'open') {
      // Refused if it is paid at this moment: the payment is then refunded.
      await voidUnlessSettled(stripe, id);
      found = await retrieveWithPayment(stripe, id);
    }
    const paid = found?.status === 'paid' ? paymentIntentOf(found) : undefined;
    if (!paid) return;
    const payment_intent = typeof paid === 'string' ? paid : paid.id;
    // Marked as ours, so that reconciliation does not announce it.
    const refund = { payment_intent, metadata: { intentId } };
    // No key: a second refund of the whole payment is refused, and a stored failure would be repeated.
    await completionOf(stripe.refunds.create(refund)).catch(ignoreAlreadyRefunded);
  },
});

type InvoiceRefund = {
  invoice: string;
  /** Minor units. */
  amount: number;
  metadata: StripeMetadata;
};

function invoiceRefunds(stripe: Stripe) {
  const paymentOf = async (invoice: string) => {
    const payment = paymentIntentOf(await retrieveWithPayment(stripe, invoice));
    return typeof payment === 'object' ? payment.id : payment;
  };
  return {
    /** Refunds a part of the payment of an invoice; refused beyond what is left of it. */
    async refundInvoice({ invoice, ...refund }: InvoiceRefund, idempotencyKey: string) {
      const payment_intent = await paymentOf(invoice);
      if (!payment_intent) throw new InvalidRequest('The invoice has no payment', noDetails);
      const reason = 'requested_by_customer';
      const request = stripe.refunds.create(
        { ...refund, payment_intent, reason },
        { idempotencyKey },
      );
      await completionOf(request);
    },
    /** Returns true when an operation refunded a part of this invoice; a bank may send a refund back, which then fails. */
    async hasRefund(invoice: string, intentId: string) {
      const payment_intent = await paymentOf(invoice);
      if (!payment_intent) return false;
      const refunds = await allOf(stripe.refunds.list({ payment_intent, limit: 100 }));
      return refunds.some(
        ({ metadata, status }) =>
          metadata?.['intentId'] === intentId && status !== 'failed' && status !== 'canceled',
      );
    },
  };
}

const noDetails = { code: null, param: null };

const expand = ['confirmation_secret', 'payments.data.payment.payment_intent'];

const retrieveWithPayment = async (stripe: Stripe, id: string) =>
  withWholeLists(stripe, await resultOf(stripe.invoices.retrieve(id, { expand })));

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

/** The provider refuses it for an invoice that was paid or voided in the meantime. */
const setCollection = (
  stripe: Stripe,
  id: string,
  change: { auto_advance: boolean; metadata: StripeMetadata },
) => completionOf(stripe.invoices.update(id, change)).catch(ignoreRefused);

/** The provider refuses to void an invoice that was paid or voided in the meantime. */
const voidUnlessSettled = (stripe: Stripe, id: string) =>
  completionOf(stripe.invoices.voidInvoice(id)).catch(ignoreRefused);

function ignoreRefused(error: unknown) {
  if (!(error instanceof CardDeclined || error instanceof InvalidRequest)) throw error;
}
