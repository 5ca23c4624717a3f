import { Failure } from '#contract/errors.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import type { Handlers } from '#server/http/serve.ts';
import { getCurrent } from './service.ts';

const notYet = () => Promise.reject(new Failure('billing.providerUnavailable'));

export const subscriptionsApi = (): Handlers<typeof subscriptions> => ({
  getCurrent: ({ tenant }) => getCurrent(tenant),
  getUpcomingInvoice: notYet,
  getCoupon: notYet,
  update: notYet,
  cancel: notYet,
  updateCardToken: notYet,
  createCardToken: notYet,
  updateCard: notYet,
  createPortalSession: notYet,
});
