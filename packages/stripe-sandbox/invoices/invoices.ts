import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  booleanParam,
  mergeMetadata,
  metadata,
  enumParam,
  type InferParams,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import {
  discountParams,
  resolveDiscounts,
  redeemDiscounts,
} from '#sandbox/stripe/catalogue/discounts.ts';
import { parseCurrency } from '#sandbox/stripe/catalogue/prices.ts';
import { customerPaymentMethod } from '#sandbox/stripe/payment-methods/attach.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Invoice } from '#sandbox/stripe/store/types.ts';
import { automaticTaxParam } from '#sandbox/stripe/subscriptions/common-params.ts';
import { endSubscription } from '#sandbox/stripe/subscriptions/end.ts';
import { invoiceSubscription } from '#sandbox/stripe/subscriptions/payment-results.ts';
import { nextRetry } from './collection.ts';
import { assertDraft } from './draft.ts';
import { createDraftInvoice, finalizeInvoice, voidInvoice, writeOffInvoice } from './lifecycle.ts';
import { payInvoice } from './pay.ts';

const url = '/v1/invoices';
const hour = 3_600;

const creation = {
  auto_advance: booleanParam,
  automatic_tax: automaticTaxParam,
  collection_method: enumParam('charge_automatically'),
  currency: stringParam,
  customer: required(stringParam),
  default_payment_method: stringParam,
  description: stringParam,
  discounts: discountParams,
  metadata,
  pending_invoice_items_behavior: enumParam('exclude', 'include'),
};

export const invoiceEndpoints = [
  defineEndpoint('POST', url, {
    params: creation,
    run: ({ objects, params }) => createInvoice(objects, params),
  }),

  defineEndpoint('GET', url, {
    params: {
      ...paginationParams,
      customer: stringParam,
      status: enumParam('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: stringParam,
    },
    run({ objects, params: { customer, status, subscription, ...page } }) {
      const parent = subscription && { subscription_details: { subscription } };
      const filter = { parent: customer, contains: { status, parent } };
      return listPage(objects, { kind: 'invoice', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('invoice', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { auto_advance: booleanParam, metadata },
    run: async ({ objects, params, id }) =>
      updateInvoice(objects, await objects.get('invoice', id), params),
  }),

  defineEndpoint('POST', `${url}/:id/finalize`, {
    params: { auto_advance: booleanParam },
    async run({ objects, params, id }) {
      const previous = await objects.get('invoice', id);
      assertDraft(previous);
      const advance = params.auto_advance ?? previous.auto_advance ?? false;
      const next_payment_attempt = advance ? objects.now + hour : null;
      return finalizeInvoice(objects, { ...previous, auto_advance: advance, next_payment_attempt });
    },
  }),

  defineEndpoint('POST', `${url}/:id/pay`, {
    params: {
      off_session: booleanParam,
      paid_out_of_band: booleanParam,
      payment_method: stringParam,
    },
    run: async ({ objects, params, id }) =>
      payInvoice(objects, await objects.get('invoice', id), params),
  }),

  defineEndpoint('POST', `${url}/:id/void`, {
    params: {},
    async run({ objects, id }) {
      const previous = await objects.get('invoice', id);
      if (previous.status !== 'open' && previous.status !== 'uncollectible') {
        throw invalidRequest('You can only void an invoice that is open or uncollectible.');
      }
      const subscription = await invoiceSubscription(objects, previous);
      if (subscription?.status !== 'incomplete') return voidInvoice(objects, previous);
      await endSubscription(objects, subscription);
      return objects.get('invoice', id);
    },
  }),

  defineEndpoint('POST', `${url}/:id/mark_uncollectible`, {
    params: {},
    async run({ objects, id }) {
      const previous = await objects.get('invoice', id);
      if (previous.status !== 'open') throw invalidRequest('This invoice is not open.');
      return writeOffInvoice(objects, previous);
    },
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const previous = await objects.get('invoice', id);
      assertDraft(previous);
      await objects.remove('invoice.deleted', previous);
      return { id, object: 'invoice', deleted: true };
    },
  }),
];

/**
 * Starts or stops the automatic collection of a draft or an open invoice
 * (docs.stripe.com/invoicing/integration/automatic-advancement-collection).
 */
async function updateInvoice(
  objects: ObjectRepository,
  previous: Invoice,
  params: { auto_advance?: boolean | undefined; metadata?: Record<string, string> | null },
): Promise<Invoice> {
  const { auto_advance: advance = previous.auto_advance ?? false } = params;
  const isChanged = advance !== previous.auto_advance;
  if (isChanged && previous.status !== 'draft' && previous.status !== 'open') {
    throw invalidRequest('auto_advance can only be changed of an invoice that is draft or open.');
  }
  const { now } = objects;
  const isCharged = advance && previous.collection_method === 'charge_automatically';
  const updated: Invoice = {
    ...previous,
    metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
    ...(isChanged && {
      auto_advance: advance,
      ...(previous.status === 'draft'
        ? { automatically_finalizes_at: advance ? now + hour : null }
        : { next_payment_attempt: isCharged ? nextRetry(previous, now) : null }),
    }),
  };
  await objects.update('invoice.updated', previous, updated);
  return updated;
}

/** Creates a draft, with pending items on request; finalized in an hour when auto-advance is on. */
async function createInvoice(
  objects: ObjectRepository,
  params: InferParams<typeof creation>,
): Promise<Invoice> {
  const customer = await objects.get('customer', params.customer, 'customer');
  const method = params.default_payment_method;
  if (method) await customerPaymentMethod(objects, customer.id, [method, 'default_payment_method']);
  const contains = { invoice: null, parent: null };
  const pending = await objects.list('invoiceitem', { parent: customer.id, contains });
  const currency = params.currency
    ? parseCurrency(params.currency)
    : (pending[0]?.currency ?? customer.currency ?? 'usd');
  const taken = params.pending_invoice_items_behavior === 'include';
  const items = taken ? pending.filter((item) => item.currency === currency).toReversed() : [];
  const id = newId('in');
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const purchase = { customer: customer.id, subscription: null, invoice: id, currency, amount };
  const discounts = await resolveDiscounts(objects, params.discounts, purchase);
  await redeemDiscounts(objects, discounts);
  const advance = params.auto_advance ?? false;
  const details = {
    auto_advance: advance,
    automatically_finalizes_at: advance ? objects.now + hour : null,
    default_payment_method: method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  };
  return createDraftInvoice(objects, {
    id,
    customer,
    currency,
    subscription: null,
    reason: 'manual',
    lines: [],
    items,
    discounts,
    details,
    isTaxed: params.automatic_tax?.enabled ?? false,
  });
}
