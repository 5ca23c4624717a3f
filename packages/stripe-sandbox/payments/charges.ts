import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import { emptyable, mergeMetadata, metadata, stringParam } from '#sandbox/stripe/api/params.ts';
import { disputeEndpoints } from '#sandbox/stripe/disputes/disputes.ts';
import type { Charge } from '#sandbox/stripe/store/types.ts';
import { refundEndpoints } from './refunds.ts';

const url = '/v1/charges';

/** Endpoints that read and refund charges; payment intents create them. */
export const chargeEndpoints = [
  ...refundEndpoints,
  ...disputeEndpoints,

  defineEndpoint('GET', url, {
    params: { ...paginationParams, customer: stringParam, payment_intent: stringParam },
    run({ objects, params: { customer, payment_intent, ...page } }) {
      const filter = { parent: customer, contains: { payment_intent } };
      return listPage(objects, { kind: 'charge', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('charge', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: {
      description: emptyable(stringParam),
      metadata,
      receipt_email: emptyable(stringParam),
    },
    async run({ objects, params, id }) {
      const previous = await objects.get('charge', id);
      const { description = previous.description, receipt_email = previous.receipt_email } = params;
      const updated: Charge = {
        ...previous,
        description,
        metadata: mergeMetadata(previous.metadata, params.metadata),
        receipt_email,
      };
      await objects.update('charge.updated', previous, updated);
      return updated;
    },
  }),
];
