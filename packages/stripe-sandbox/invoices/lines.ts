import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  idOf,
  type InvoiceItem,
  type InvoiceLine,
  type Subscription,
  type SubscriptionItem,
} from '#sandbox/stripe/store/types.ts';

type LineInput = {
  invoice: string;
  item: SubscriptionItem;
  /** Amount in minor units for the whole quantity. */
  amount: number;
  description: string;
};

/** Returns the line for one item of a subscription over its current period. */
export const newSubscriptionLine = ({
  invoice,
  item,
  amount,
  description,
}: LineInput): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: item.price.currency,
  description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: false,
      proration_details: { credited_items: null },
      subscription: item.subscription,
      subscription_item: item.id,
    },
    type: 'subscription_item_details',
  },
  period: { end: item.current_period_end, start: item.current_period_start },
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: item.price.id, product: idOf(item.price.product) },
    type: 'price_details',
    unit_amount_decimal: item.price.unit_amount_decimal,
  },
  quantity: item.quantity ?? 1,
  quantity_decimal: String(item.quantity ?? 1),
  subscription: item.subscription,
  subtotal: amount,
  taxes: [],
});

/** Returns the line for a pending item. */
export const lineFromItem = (item: InvoiceItem, invoice: string): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount: item.amount,
  currency: item.currency,
  description: item.description,
  discount_amounts: [],
  discountable: item.discountable,
  discounts: [],
  invoice,
  livemode: false,
  metadata: item.metadata ?? {},
  parent: lineParent(item),
  period: item.period,
  pretax_credit_amounts: [],
  pricing: item.pricing,
  quantity: item.quantity,
  quantity_decimal: item.quantity_decimal,
  subscription: item.parent?.subscription_details?.subscription ?? null,
  subtotal: item.amount,
  taxes: [],
});

function lineParent(item: InvoiceItem): InvoiceLine['parent'] {
  const { proration } = item;
  const { subscription = null, subscription_item: ofItem } =
    item.parent?.subscription_details ?? {};
  const credited = item.proration_details?.credited_items?.invoice_line_item_details ?? null;
  const proration_details = {
    credited_items: credited && {
      invoice: credited.invoice,
      invoice_line_items: credited.invoice_line_items,
    },
  };
  if (!ofItem) {
    return {
      invoice_item_details: { invoice_item: item.id, proration, proration_details, subscription },
      subscription_item_details: null,
      type: 'invoice_item_details',
    };
  }
  return {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: item.id,
      proration,
      proration_details,
      subscription,
      subscription_item: ofItem,
    },
    type: 'subscription_item_details',
  };
}

/** Returns the pending items for a subscription's next invoice, oldest first. */
export async function listPendingItems(
  objects: ObjectRepository,
  { id, customer }: Pick<Subscription, 'id' | 'customer'>,
): Promise<InvoiceItem[]> {
  const contains = { invoice: null, parent: { subscription_details: { subscription: id } } };
  return (await objects.list('invoiceitem', { parent: idOf(customer), contains })).toReversed();
}
