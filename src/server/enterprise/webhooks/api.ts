import type { webhooks } from '#contract/webhooks/webhooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import {
  getDelivery,
  listDeliveries,
  replayDeliveries,
  replayDelivery,
  sendTest,
} from './service/deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateKey,
} from './service/endpoints.ts';

export const webhooksApi = (context: AppContext): Handlers<typeof webhooks> => ({
  getAll: ({ tenant }) => listEndpoints(tenant),
  get: ({ tenant, params }) => getEndpoint(tenant, params.id),
  create: ({ body, ...admin }) => createEndpoint(context, admin, body),
  update: ({ params, body, ...admin }) => changeEndpoint(context, admin, { ...params, ...body }),
  rotateKey: ({ params, body, ...admin }) => rotateKey(context, admin, { ...params, ...body }),
  remove: ({ tenant, params }) => removeEndpoint(tenant, params.id),
  sendTest: ({ tenant, params }) => sendTest(tenant, params.id),
  getDeliveries: ({ tenant, params, query }) => listDeliveries(tenant, { ...params, ...query }),
  getDelivery: ({ tenant, params }) => getDelivery(tenant, params.delivery),
  replay: ({ tenant, params }) => replayDelivery(tenant, params.delivery),
  replayMany: ({ tenant, params, body }) => replayDeliveries(tenant, { ...params, ...body }),
});
