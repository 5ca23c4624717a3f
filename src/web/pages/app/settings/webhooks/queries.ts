import { queryOptions } from '@tanstack/react-query';
import type { DeliveryState } from '#contract/webhooks/webhooks.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { pagedQuery } from '#web/components/lists/paged-query.ts';

export const webhooksPath = '/app/settings/organization/webhooks';

const key = tenantQueryKey;

/** Returns the query of the organization's endpoints. */
export const webhooksQuery = () =>
  queryOptions({ queryKey: key('webhooks'), queryFn: () => api.webhooks.getAll() });

/** Returns the query of one endpoint. */
export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...key('webhooks'), id],
    queryFn: () => api.webhooks.get({ params: { id } }),
  });

/** Returns the query of the deliveries to an endpoint; asks again while one waits for its next attempt. */
export const deliveriesQuery = (id: string, state: DeliveryState | '') => ({
  ...pagedQuery(
    [...key('webhook deliveries'), id, state],
    (range) =>
      api.webhooks.getDeliveries({ params: { id }, query: { ...range, ...(state && { state }) } }),
    20,
  ),
});

/** Returns the query of a delivery with its body and attempts. */
export const deliveryQuery = (delivery: string) =>
  queryOptions({
    queryKey: [...key('webhook deliveries'), 'one', delivery],
    queryFn: () => api.webhooks.getDelivery({ params: { delivery } }),
  });

/** Refetches endpoints and deliveries after a change, or after a refusal. */
export const refreshWebhooks = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: key('webhooks') }),
    queryClient.invalidateQueries({ queryKey: key('webhook deliveries') }),
  ]);
