import { Role, roleAllows } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import type { UserSession } from '#web/session/session.ts';
import { sessionsQuery } from '#web/session/sessions.ts';

/** Maximum wait for the data of the banners, in milliseconds; the page shows without them then. */
const timeoutMs = 2_000;

/**
 * Returns the end of the trial for those who can add a card; the banner then depends on the cards
 * on file.
 */
export const trialEndFor = ({ role, product }: Pick<UserSession, 'role' | 'product'>) =>
  roleAllows(role, Role.Admin) && product?.status === 'trialing' ? product.trialEnds : null;

export const loadImpersonationBanner = async () =>
  (await import('./app-impersonation-banner.tsx')).ImpersonationBanner;

/**
 * Resolves once the code and data of a page's banners is known. A banner that appears later would push the
 * page down while the user presses a button, and they would hit another one.
 */
export const loadBannerData = (session: UserSession) => {
  const loaded = Promise.allSettled([
    trialEndFor(session) !== null && queryClient.ensureQueryData(subscriptionQuery()),
    session.user.impersonatedBy && queryClient.ensureQueryData(sessionsQuery),
    session.user.impersonatedBy && loadImpersonationBanner(),
  ]);
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
};
