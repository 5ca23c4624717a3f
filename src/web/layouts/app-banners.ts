import { Role, roleAllows } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import type { Session } from '#web/session/session.ts';
import { sessions } from '#web/session/sessions.ts';

/** Maximum wait for the data of the banners, in milliseconds; the page shows without them then. */
const patienceMs = 2_000;

/**
 * Returns the end of the trial for those who can add a card; the banner then depends on the cards
 * on file.
 */
export const trialEndFor = ({ role, product }: Pick<Session, 'role' | 'product'>) =>
  roleAllows(role, Role.Admin) && product?.status === 'trialing' ? product.trialEnds : null;

/**
 * Resolves once the data of a page's banners is known. A banner that appears later would push the
 * page down while the user presses a button, and they would hit another one.
 */
export const bannersKnown = (session: Session) => {
  const asked = Promise.allSettled([
    trialEndFor(session) !== null && queryClient.ensureQueryData(currentSubscription()),
    session.user.impersonatedBy && queryClient.ensureQueryData(sessions),
  ]);
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
};
