import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { addToDraft } from './invoice-draft.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { currencyOf } from './prices.ts';
import type { InvoiceItem, Price } from './wire.ts';

const url = '/v1/invoiceitems';

const creation = {
  amount: integer(Number.MIN_SAFE_INTEGER),
  currency: text,
  customer: required(text),
  description: text,
  discountable: flag,
  invoice: text,
  metadata,
  pricing: shape({ price: text }),
  quantity: integer(0),
  subscription: text,
};

export const invoiceItems = [
  endpoint('POST', url, {
    params: creation,
    async run({ ledger, params }) {
      const item = await newInvoiceItem(ledger, params);
      await ledger.create('invoiceitem.created', item);
      if (item.invoice) await addToDraft(ledger, item);
      return item;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, customer: text, invoice: text, pending: flag },
    run({ ledger, params: { customer, invoice, pending, ...page } }) {
      const contains = pending ? { invoice: null } : { invoice };
      return listPage(
        ledger,
        { kind: 'invoiceitem', url, filter: { parent: customer, contains } },
        page,
      );
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('invoiceitem', id),
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const item = await ledger.get('invoiceitem', id);
      if (item.invoice) {
        throw invalidRequest('You cannot delete an invoice item that is on an invoice.', 'id');
      }
      await ledger.remove('invoiceitem.deleted', item);
      return { id, object: 'invoiceitem', deleted: true };
    },
  }),
];

async function newInvoiceItem(
  ledger: Ledger,
  params: ParamsOf<typeof creation>,
): Promise<InvoiceItem> {
  const { now } = ledger;
  const customer = await ledger.get('customer', params.customer, 'customer');
  if (params.subscription) await ledger.get('subscription', params.subscription, 'subscription');
  const asked = params.pricing?.price;
  const price = asked === undefined ? undefined : await oncePrice(ledger, asked);
  const quantity = params.quantity ?? 1;
  const amount = price ? (price.unit_amount ?? 0) * quantity : params.amount;
  const currency = price?.currency ?? (params.currency && currencyOf(params.currency));
  if (amount === undefined || !currency) {
    const message = 'You must pass either `pricing`, or `amount` and `currency`.';
    throw invalidRequest(message, 'amount', 'parameter_missing');
  }
  const product = price && (await ledger.find('product', `${price.product}`));
  return {
    id: newId('ii'),
    object: 'invoiceitem',
    amount,
    currency,
    customer: customer.id,
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
async function oncePrice(ledger: Ledger, id: string): Promise<Price> {
  const price = await ledger.get('price', id, 'pricing[price]');
  if (price.type === 'recurring') throw invalidRequest(recurring, 'pricing[price]');
  if (!price.active) throw invalidRequest(inactive, 'pricing[price]');
  return price;
}

const recurring =
  'The price specified is set to `type=recurring` but this field only accepts prices with ' +
  '`type=one_time`.';
const inactive = 'The price specified is inactive. This field only accepts active prices.';
