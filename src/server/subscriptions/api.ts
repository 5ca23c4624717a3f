import type { subscriptions } from '#contract/subscriptions.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { cancel } from './service/cancel.ts';
import { createCardToken, updateCard, updateCardToken } from './service/card.ts';
import { getCoupon } from './service/coupon.ts';
import { getCurrent } from './service/current.ts';
import { createPortalSession } from './service/portal.ts';
import { getUpcomingInvoice } from './service/preview.ts';
import { update } from './service/update.ts';

export const subscriptionsApi = (house: House): Handlers<typeof subscriptions> => ({
  getCurrent: (call) => getCurrent(house, call),
  getUpcomingInvoice: ({ query, ...visitor }) => getUpcomingInvoice(house, visitor, query),
  getCoupon: ({ params }) => getCoupon(house, params),
  update: ({ body, ...visitor }) => update(house, visitor, body),
  cancel: ({ body, ...visitor }) => cancel(house, visitor, body),
  updateCardToken: ({ params, ...visitor }) => updateCardToken(house, visitor, params.token),
  createCardToken: ({ body }) => createCardToken(house, body),
  updateCard: ({ body, ...visitor }) => updateCard(house, visitor, body),
  createPortalSession: ({ tenant }) => createPortalSession(house, tenant),
});
