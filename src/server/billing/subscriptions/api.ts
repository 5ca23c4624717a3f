import type { subscriptions } from '#contract/subscriptions.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { cancel } from './service/cancel.ts';
import { createCardToken, updateCard, updateCardToken } from './service/card.ts';
import { getCoupon } from './service/coupon.ts';
import { getCurrentSubscription, createPortalSession } from './service/current.ts';
import { payInvoice } from './service/open-invoices.ts';
import { getPlanEnd } from './service/plan-end.ts';
import { previewForVisitor } from './service/preview-new-plan.ts';
import { getUpcomingInvoice } from './service/preview.ts';
import { update } from './service/update.ts';

export const subscriptionsApi = (context: AppContext): Handlers<typeof subscriptions> => ({
  getCurrent: async ({ tenant }) => getCurrentSubscription(context, await tenant.authorized()),
  getPlanEnd: async ({ tenant }) => getPlanEnd((await tenant.authorized()).tenant),
  getUpcomingInvoice: async ({ tenant, query }) =>
    getUpcomingInvoice(context, await tenant.authorized(), query),
  previewNewPlan: ({ params, query }) => previewForVisitor(context, params.id, query),
  getCoupon: ({ params }) => getCoupon(context, params),
  update: ({ body, ...visitor }) => update(context, visitor, body),
  cancel: ({ body, ...visitor }) => cancel(context, visitor, body),
  updateCardToken: ({ params, ...visitor }) => updateCardToken(context, visitor, params.token),
  createCardToken: ({ body }) => createCardToken(context, body),
  updateCard: ({ body, ...visitor }) => updateCard(context, visitor, body),
  payInvoice: ({ params, ...visitor }) => payInvoice(context, visitor, params.id),
  createPortalSession: ({ tenant }) => createPortalSession(context, tenant),
});
