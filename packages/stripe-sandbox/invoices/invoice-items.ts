import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  booleanParam,
  integerParam,
  mergeMetadata,
  metadata,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { parseCurrency } from '#sandbox/stripe/catalogue/prices.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { InvoiceItem, Price } from '#sandbox/stripe/store/types.ts';
import { addToDraft } from './draft.ts';

const url = '/v1/invoiceitems';

const creation = {
  amount: integerParam(Number.MIN_SAFE_INTEGER),
  currency: stringParam,
  customer: required(stringParam),
  description: stringParam,
  discountable: booleanParam,
  invoice: stringParam,
  metadata,
  pricing: objectParam({ price: stringParam }),
  quantity: integerParam(0),
  subscription: stringParam,
};

export const invoiceItemEndpoints = [
  defineEndpoint('POST', url, {
    params: creation,
    async run({ objects, params }) {
      const item = await newInvoiceItem(objects, params);
      await objects.create('invoiceitem.created', item);
      if (item.invoice) await addToDraft(objects, item);
      return item;
    },
  }),

  defineEndpoint('GET', url, {
    params: {
      ...paginationParams,
      customer: stringParam,
      invoice: stringParam,
      pending: booleanParam,
    },
    run({ objects, params: { customer, invoice, pending, ...page } }) {
      const contains = pending ? { invoice: null } : { invoice };
      return listPage(
        objects,
        { kind: 'invoiceitem', url, filter: { parent: customer, contains } },
        page,
      );
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('invoiceitem', id),
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const item = await objects.get('invoiceitem', id);
      if (item.invoice) {
        throw invalidRequest('You cannot delete an invoice item that is on an invoice.', 'id');
      }
      await objects.remove('invoiceitem.deleted', item);
      return { id, object: 'invoiceitem', deleted: true };
    },
  }),
];

async function newInvoiceItem(
  objects: ObjectRepository,
  params: InferParams<typeof creation>,
): Promise<InvoiceItem> {
  const customer = await objects.get('customer', params.customer, 'customer');
  if (params.subscription) await objects.get('subscription', params.subscription, 'subscription');
  return invoiceItemOf(objects, params, customer.id);
}

/** Returns the item that a request describes, for a customer that may exist in a preview only. */
export async function invoiceItemOf(
  objects: ObjectRepository,
  params: Partial<InferParams<typeof creation>>,
  customer: string,
): Promise<InvoiceItem> {
  const { now } = objects;
  const priceId = params.pricing?.price;
  const price = priceId === undefined ? undefined : await requireOneTimePrice(objects, priceId);
  const quantity = params.quantity ?? 1;
  const amount = price ? (price.unit_amount ?? 0) * quantity : params.amount;
  const currency = price?.currency ?? (params.currency && parseCurrency(params.currency));
  if (amount === undefined || !currency) {
    const message = 'You must pass either `pricing`, or `amount` and `currency`.';
    throw invalidRequest(message, 'amount', 'parameter_missing');
  }
  const product = price && (await objects.find('product', `${price.product}`));
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    currency,
    customer,
    customer_account: null,
    date: now,
    description: params.description ?? product?.name ?? null,
    discountable: params.discountable ?? amount >= 0,
    discounts: [],
    invoice: params.invoice ?? null,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    net_amount: amount,
    parent: params.subscription
      ? {
          subscription_details: { subscription: params.subscription },
          type: 'subscription_details',
        }
      : null,
    period: { end: now, start: now },
    pricing: price
      ? {
          price_details: { price: price.id, product: `${price.product}` },
          type: 'price_details',
          unit_amount_decimal: price.unit_amount_decimal,
        }
      : { type: 'price_details', unit_amount_decimal: String(amount) },
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: null,
  };
}

/** Returns an active one-time price; throws for any other. */
async function requireOneTimePrice(objects: ObjectRepository, id: string): Promise<Price> {
  const price = await objects.get('price', id, 'pricing[price]');
  if (price.type === 'recurring') throw invalidRequest(recurring, 'pricing[price]');
  if (!price.active) throw invalidRequest(inactive, 'pricing[price]');
  return price;
}

const recurring =
  'The price specified is set to `type=recurring` but this field only accepts prices with ' +
  '`type=one_time`.';
const inactive = 'The price specified is inactive. This field only accepts active prices.';
