import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  booleanParam,
  mergeMetadata,
  metadata,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import type { Dispute } from '#sandbox/stripe/store/types.ts';
import { closeDispute, submitEvidence } from './decide.ts';
import { awaitsResponse } from './dispute-status.ts';

const url = '/v1/disputes';

/** Evidence in text; files are not supported. */
const evidence = objectParam({
  access_activity_log: stringParam,
  cancellation_policy_disclosure: stringParam,
  cancellation_rebuttal: stringParam,
  customer_email_address: stringParam,
  customer_name: stringParam,
  customer_purchase_ip: stringParam,
  product_description: stringParam,
  refund_policy_disclosure: stringParam,
  refund_refusal_explanation: stringParam,
  service_date: stringParam,
  uncategorized_text: stringParam,
});

/** Endpoints of disputes (docs.stripe.com/api/disputes); the payments of some test cards create them. */
export const disputeEndpoints = [
  defineEndpoint('GET', url, {
    params: { ...paginationParams, charge: stringParam, payment_intent: stringParam },
    run({ objects, params: { charge, payment_intent, ...page } }) {
      const filter = { contains: { charge, payment_intent } };
      return listPage(objects, { kind: 'dispute', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('dispute', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { evidence, metadata, submit: booleanParam },
    async run({ objects, params, id }) {
      const previous = await objects.get('dispute', id);
      if (params.evidence && !awaitsResponse(previous)) throw alreadyAnswered;
      const given = { ...previous.evidence, ...params.evidence };
      const saved: Dispute = {
        ...previous,
        evidence: given,
        evidence_details: {
          ...previous.evidence_details,
          has_evidence: previous.evidence_details.has_evidence || params.evidence !== undefined,
        },
        metadata: mergeMetadata(previous.metadata, params.metadata),
      };
      // Evidence is submitted unless `submit` is false, which stages it.
      if (params.evidence && params.submit !== false)
        return submitEvidence(objects, previous, saved);
      await objects.update('charge.dispute.updated', previous, saved);
      return saved;
    },
  }),

  defineEndpoint('POST', `${url}/:id/close`, {
    params: {},
    async run({ objects, id }) {
      const previous = await objects.get('dispute', id);
      if (!awaitsResponse(previous)) throw alreadyAnswered;
      return closeDispute(objects, previous, 'lost');
    },
  }),
];

const alreadyAnswered = invalidRequest('This dispute has already been answered or closed.');
