import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { resourceMissing, invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  enumParam,
  stringParam,
  type InferParams,
  objectParam,
  required,
} from '#sandbox/stripe/api/params.ts';
import { loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription } from '#sandbox/stripe/store/types.ts';
import { amountDue, collectPayment } from './collect.ts';
import { createParams, createSubscription } from './create.ts';
import { endSubscription } from './end.ts';
import { enterPause } from './pause-state.ts';
import { prorate } from './proration.ts';
import { planResumption } from './renewal.ts';
import { endedStatuses, liveStatuses } from './status.ts';
import { updateParams, updateSubscription, cancellationParams } from './update.ts';

/** Parameters of a pause; licensed items alone are billed, so usage has no parameter. */
const pauseParams = {
  bill_for: objectParam({
    unused_time_from: objectParam({ type: required(enumParam('none', 'now')) }),
  }),
  invoicing_behavior: enumParam('pending_invoice_item'),
  type: enumParam('subscription'),
};

/** Parameters of a resumption: the new period begins now, and its payment is attempted at once. */
const resumeParams = {
  billing_cycle_anchor: objectParam({ type: required(enumParam('now')) }),
  payment_behavior: required(enumParam('resume_on_payment_success')),
};

/** Pauses a subscription and credits its unused time (docs.stripe.com/billing/subscriptions/pause). */
async function pauseSubscription(
  objects: ObjectRepository,
  previous: Subscription,
  { bill_for: bills }: InferParams<typeof pauseParams>,
): Promise<Subscription> {
  if (previous.status !== 'active' || previous.pending_update)
    throw invalidRequest('Only an active subscription without a pending update can be paused.');
  const credits =
    bills?.unused_time_from?.type === 'none'
      ? []
      : await prorate(objects, previous, {
          items: previous.items.data,
          at: objects.now,
          restarts: true,
          discounts: await loadDiscounts(objects, previous.discounts),
        });
  for (const credit of credits) await objects.create('invoiceitem.created', credit);
  return enterPause(objects, previous, 'pause_requested');
}

/**
 * Resumes a paused subscription: it stays paused until the invoice of its new period is paid
 * (`payment_behavior` in Stripe's changelog of 2026-09-30.endive).
 */
async function resumeSubscription(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<Subscription> {
  if (previous.status !== 'paused')
    throw invalidRequest('Only a paused subscription can be resumed.');
  const { updated, bill } = await planResumption(objects, previous);
  await amountDue(objects, bill, {});
  await objects.update('customer.subscription.updated', previous, updated);
  await collectPayment(objects, bill, {});
  return objects.get('subscription', updated.id);
}

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
