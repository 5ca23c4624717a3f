import { endpoint } from './endpoint.ts';
import { listPage, paging } from './lists.ts';
import { emptyable, mergeMetadata, metadata, text } from './params.ts';
import { refunds } from './refunds.ts';
import type { Charge } from './wire.ts';

const url = '/v1/charges';

/** Endpoints that read and refund charges; payment intents create them. */
export const charges = [
  ...refunds,

  endpoint('GET', url, {
    params: { ...paging, customer: text, payment_intent: text },
    run({ ledger, params: { customer, payment_intent, ...page } }) {
      const filter = { parent: customer, contains: { payment_intent } };
      return listPage(ledger, { kind: 'charge', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('charge', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { description: emptyable(text), metadata, receipt_email: emptyable(text) },
    async run({ ledger, params, id }) {
      const was = await ledger.get('charge', id);
      const { description = was.description, receipt_email = was.receipt_email } = params;
      const is: Charge = {
        ...was,
        description,
        metadata: mergeMetadata(was.metadata, params.metadata),
        receipt_email,
      };
      await ledger.update('charge.updated', was, is);
      return is;
    },
  }),
];
