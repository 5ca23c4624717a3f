import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { type Charge, idOf, type Invoice, type List } from '#sandbox/stripe/store/types.ts';

type JsonRecord = Record<string, unknown>;

/** Loaders of the parts of an invoice that are returned only on request. */
const invoiceIncludables: Record<
  string,
  (objects: ObjectRepository, invoice: Invoice) => Promise<unknown>
> = {
  payments: listPayments,
  async confirmation_secret(objects, invoice) {
    const [payment] = (await listPayments(objects, invoice)).data;
    const id = payment?.payment.payment_intent;
    const intent = id ? await objects.find('payment_intent', idOf(id)) : undefined;
    const secret = intent?.client_secret ?? null;
    return secret && { client_secret: secret, type: 'payment_intent' };
  },
};

async function listPayments(objects: ObjectRepository, { id }: Invoice) {
  const data = await objects.list('invoice_payment', { parent: id });
  const url = `/v1/invoice_payments?invoice=${id}`;
  return { object: 'list', data, has_more: false, url } satisfies List<unknown>;
}

async function listRefunds(objects: ObjectRepository, { id, amount_refunded: refunded }: Charge) {
  const data = refunded === 0 ? [] : await objects.list('refund', { contains: { charge: id } });
  const url = `/v1/charges/${id}/refunds`;
  return { object: 'list', data, has_more: false, url } satisfies List<unknown>;
}

/** Returns a reply, or a page of a list, without the parts that Stripe leaves out unless requested. */
export function withoutIncludables<T extends object>(reply: T): T {
  const { object, data } = reply as JsonRecord;
  if (object === 'list' && Array.isArray(data)) for (const one of data) withoutIncludables(one);
  if (object === 'coupon') delete (reply as JsonRecord)['applies_to'];
  return reply;
}

/** Adds a part to a reply that is left out unless requested. */
export async function loadIncludable(
  objects: ObjectRepository,
  node: JsonRecord,
  key: string,
): Promise<void> {
  // Each kind of object has its own type.
  if (node['object'] === 'charge' && key === 'refunds') {
    node[key] = await listRefunds(objects, node as unknown as Charge);
  }
  if (node['object'] === 'coupon' && key === 'applies_to') {
    const id = String(node['id']);
    const coupon = (await objects.find('coupon', id)) ?? (await objects.find('deleted_coupon', id));
    node[key] = coupon?.applies_to ?? null;
  }
  if (node['object'] !== 'invoice' || !Object.hasOwn(invoiceIncludables, key)) return;
  node[key] = await invoiceIncludables[key]?.(objects, node as unknown as Invoice);
}
