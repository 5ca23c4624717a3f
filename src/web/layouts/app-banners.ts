import { Role, roleAllows } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import type { Session } from '#web/session/session.ts';
import { sessions } from '#web/session/sessions.ts';

/** How long a page waits for what its banners say; they come late rather than the page. */
const patienceMs = 2_000;

/** When a trial ends, for those who can act on it; whether they are told depends on the cards on file. */
export const trialEndFor = ({ role, product }: Pick<Session, 'role' | 'product'>) =>
  roleAllows(role, Role.Admin) && product?.status === 'trialing' ? product.trialEnds : null;

/**
 * Settles once the banners above a page know what they say. One that came in later would push the page
 * down under somebody's finger, and what they press would not be what they meant, or nothing at all.
 */
export const bannersKnown = (session: Session) => {
  const asked = Promise.allSettled([
    trialEndFor(session) !== null && queryClient.ensureQueryData(currentSubscription()),
    session.user.impersonatedBy && queryClient.ensureQueryData(sessions),
  ]);
  return Promise.race([asked, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
};
