import type { Ledger } from './ledger.ts';
import { type Charge, idOf, type Invoice, type List } from './wire.ts';

type Node = Record<string, unknown>;

/** Loaders of the parts of an invoice that are returned only on request. */
const ofInvoice: Record<string, (ledger: Ledger, invoice: Invoice) => Promise<unknown>> = {
  payments: listPayments,
  async confirmation_secret(ledger, invoice) {
    const [payment] = (await listPayments(ledger, invoice)).data;
    const id = payment?.payment.payment_intent;
    const intent = id ? await ledger.find('payment_intent', idOf(id)) : undefined;
    const secret = intent?.client_secret ?? null;
    return secret && { client_secret: secret, type: 'payment_intent' };
  },
};

async function listPayments(ledger: Ledger, { id }: Invoice) {
  const data = await ledger.list('invoice_payment', { parent: id });
  const url = `/v1/invoice_payments?invoice=${id}`;
  return { object: 'list', data, has_more: false, url } satisfies List<unknown>;
}

async function listRefunds(ledger: Ledger, { id }: Charge) {
  const data = await ledger.list('refund', { contains: { charge: id } });
  const url = `/v1/charges/${id}/refunds`;
  return { object: 'list', data, has_more: false, url } satisfies List<unknown>;
}

/** Adds a part to a reply that is left out unless requested. */
export async function include(ledger: Ledger, node: Node, key: string): Promise<void> {
  // Each kind of object has its own type.
  if (node['object'] === 'charge' && key === 'refunds') {
    node[key] = await listRefunds(ledger, node as unknown as Charge);
  }
  if (node['object'] !== 'invoice' || !Object.hasOwn(ofInvoice, key)) return;
  node[key] = await ofInvoice[key]?.(ledger, node as unknown as Invoice);
}
