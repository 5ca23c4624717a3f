import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import { enumParam, stringParam } from '#sandbox/stripe/api/params.ts';
import { createParams, createSubscription } from './create.ts';
import { endSubscription } from './end.ts';
import { pauseParams, pauseSubscription, resumeParams, resumeSubscription } from './pause.ts';
import { endedStatuses, liveStatuses } from './status.ts';
import { updateParams, updateSubscription, cancellationParams } from './update.ts';

const url = '/v1/subscriptions';

/** Statuses that a list shows; by default those that have not ended. */
const statusGroups = {
  all: [...liveStatuses, ...endedStatuses],
  ended: endedStatuses,
};

export const subscriptionEndpoints = [
  defineEndpoint('POST', url, {
    params: createParams,
    run: ({ objects, params }) => createSubscription(objects, params),
  }),

  defineEndpoint('GET', url, {
    params: {
      ...paginationParams,
      customer: stringParam,
      price: stringParam,
      status: enumParam('all', 'ended', ...liveStatuses, ...endedStatuses),
    },
    run({ objects, params: { customer, price, status, ...page } }) {
      const values =
        status === undefined
          ? liveStatuses
          : status === 'all' || status === 'ended'
            ? statusGroups[status]
            : [status];
      const contains = price ? { items: { data: [{ price: { id: price } }] } } : {};
      const filter = { parent: customer, contains, anyOf: { field: 'status', values } };
      return listPage(objects, { kind: 'subscription', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('subscription', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: updateParams,
    run: async ({ objects, params, id }) =>
      updateSubscription(objects, await objects.get('subscription', id), params),
  }),

  defineEndpoint('POST', `${url}/:id/pause`, {
    params: pauseParams,
    run: async ({ objects, params, id }) =>
      pauseSubscription(objects, await objects.get('subscription', id), params),
  }),

  defineEndpoint('POST', `${url}/:id/resume`, {
    params: resumeParams,
    run: async ({ objects, id }) =>
      resumeSubscription(objects, await objects.get('subscription', id)),
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: { cancellation_details: cancellationParams },
    async run({ objects, params, id }) {
      const subscription = await objects.get('subscription', id);
      // Stripe returns an ended subscription on reads, but refuses to cancel it again.
      if (subscription.ended_at !== null) throw resourceMissing('subscription', id);
      return endSubscription(objects, subscription, params.cancellation_details);
    },
  }),
];
