import { discountParams, discountsWanted, redeem } from './discounts.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { assertDraft } from './invoice-draft.ts';
import { draftInvoice, finalizeInvoice, voidInvoice } from './invoice-issue.ts';
import { payInvoice } from './invoice-pay.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { flag, mergeMetadata, metadata, oneOf, type ParamsOf, required, text } from './params.ts';
import { methodOf } from './payment-method-owner.ts';
import { currencyOf } from './prices.ts';
import { endSubscription } from './subscription-end.ts';
import { subscriptionOf } from './subscription-payment.ts';
import type { Invoice } from './wire.ts';

const url = '/v1/invoices';
const hour = 3_600;

const creation = {
  auto_advance: flag,
  collection_method: oneOf('charge_automatically'),
  currency: text,
  customer: required(text),
  default_payment_method: text,
  description: text,
  discounts: discountParams,
  metadata,
  pending_invoice_items_behavior: oneOf('exclude', 'include'),
};

export const invoices = [
  endpoint('POST', url, {
    params: creation,
    run: ({ ledger, params }) => createInvoice(ledger, params),
  }),

  endpoint('GET', url, {
    params: {
      ...paging,
      customer: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text,
    },
    run({ ledger, params: { customer, status, subscription, ...page } }) {
      const parent = subscription && { subscription_details: { subscription } };
      const filter = { parent: customer, contains: { status, parent } };
      return listPage(ledger, { kind: 'invoice', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('invoice', id),
  }),

  endpoint('POST', `${url}/:id/finalize`, {
    params: { auto_advance: flag },
    async run({ ledger, params, id }) {
      const was = await ledger.get('invoice', id);
      assertDraft(was);
      const advance = params.auto_advance ?? was.auto_advance ?? false;
      const next_payment_attempt = advance ? ledger.now + hour : null;
      return finalizeInvoice(ledger, { ...was, auto_advance: advance, next_payment_attempt });
    },
  }),

  endpoint('POST', `${url}/:id/pay`, {
    params: { off_session: flag, paid_out_of_band: flag, payment_method: text },
    run: async ({ ledger, params, id }) =>
      payInvoice(ledger, await ledger.get('invoice', id), params),
  }),

  endpoint('POST', `${url}/:id/void`, {
    params: {},
    async run({ ledger, id }) {
      const was = await ledger.get('invoice', id);
      if (was.status !== 'open' && was.status !== 'uncollectible') {
        throw invalidRequest('You can only void an invoice that is open or uncollectible.');
      }
      const subscription = await subscriptionOf(ledger, was);
      if (subscription?.status !== 'incomplete') return voidInvoice(ledger, was);
      await endSubscription(ledger, subscription);
      return ledger.get('invoice', id);
    },
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const was = await ledger.get('invoice', id);
      assertDraft(was);
      await ledger.remove('invoice.deleted', was);
      return { id, object: 'invoice', deleted: true };
    },
  }),
];

/** Creates a draft, with pending items on request; finalized in an hour when auto-advance is on. */
async function createInvoice(ledger: Ledger, params: ParamsOf<typeof creation>): Promise<Invoice> {
  const customer = await ledger.get('customer', params.customer, 'customer');
  const method = params.default_payment_method;
  if (method) await methodOf(ledger, customer.id, [method, 'default_payment_method']);
  const contains = { invoice: null, parent: null };
  const pending = await ledger.list('invoiceitem', { parent: customer.id, contains });
  const currency = params.currency
    ? currencyOf(params.currency)
    : (pending[0]?.currency ?? customer.currency ?? 'usd');
  const taken = params.pending_invoice_items_behavior === 'include';
  const items = taken ? pending.filter((item) => item.currency === currency).toReversed() : [];
  const id = newId('in');
  const amount = items.reduce((sum, item) => sum + item.amount, 0);
  const purpose = { customer: customer.id, subscription: null, invoice: id, currency, amount };
  const discounts = await discountsWanted(ledger, params.discounts, purpose);
  await redeem(ledger, discounts);
  const advance = params.auto_advance ?? false;
  const details = {
    auto_advance: advance,
    automatically_finalizes_at: advance ? ledger.now + hour : null,
    default_payment_method: method ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
  };
  return draftInvoice(ledger, {
    id,
    customer,
    currency,
    subscription: null,
    reason: 'manual',
    lines: [],
    items,
    discounts,
    details,
  });
}
