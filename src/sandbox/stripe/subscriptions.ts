import { endpoint } from './endpoint.ts';
import { resourceMissing } from './failure.ts';
import { listPage, paging } from './lists.ts';
import { oneOf, text } from './params.ts';
import { changeParams, changeSubscription, reasonParams } from './subscription-change.ts';
import { creationParams, createSubscription } from './subscription-create.ts';
import { endSubscription } from './subscription-end.ts';
import { endedStatuses, liveStatuses } from './subscription-status.ts';

const url = '/v1/subscriptions';

/** Statuses that a list shows; by default those that have not ended. */
const shown = {
  all: [...liveStatuses, ...endedStatuses],
  ended: endedStatuses,
};

export const subscriptions = [
  endpoint('POST', url, {
    params: creationParams,
    run: ({ ledger, params }) => createSubscription(ledger, params),
  }),

  endpoint('GET', url, {
    params: {
      ...paging,
      customer: text,
      price: text,
      status: oneOf('all', 'ended', ...liveStatuses, ...endedStatuses),
    },
    run({ ledger, params: { customer, price, status, ...page } }) {
      const values =
        status === undefined
          ? liveStatuses
          : status === 'all' || status === 'ended'
            ? shown[status]
            : [status];
      const contains = price ? { items: { data: [{ price: { id: price } }] } } : {};
      const filter = { parent: customer, contains, anyOf: { field: 'status', values } };
      return listPage(ledger, { kind: 'subscription', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('subscription', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: changeParams,
    run: async ({ ledger, params, id }) =>
      changeSubscription(ledger, await ledger.get('subscription', id), params),
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: { cancellation_details: reasonParams },
    async run({ ledger, params, id }) {
      const subscription = await ledger.get('subscription', id);
      // Stripe returns an ended subscription on reads, but refuses to cancel it again.
      if (subscription.ended_at !== null) throw resourceMissing('subscription', id);
      return endSubscription(ledger, subscription, params.cancellation_details);
    },
  }),
];
