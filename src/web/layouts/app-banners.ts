import type { DataStrategyResult, MiddlewareFunction } from 'react-router';
import { Role, roleAllows, transactionsTier } from '#contract/access.ts';
import { queryClient } from '#web/api/queries.ts';
import { announcementsQuery } from '#web/components/announcements/current-announcements.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { hasTooManyMembers } from '#web/components/billing/use-read-only.ts';
import type { UserSession } from '#web/session/session.ts';
import { sessionsQuery } from '#web/session/sessions.ts';

type ClientMiddleware = MiddlewareFunction<Record<string, DataStrategyResult>>;

/** Maximum wait for the data of the banners, in milliseconds; the page shows without them then. */
const timeoutMs = 2_000;

/**
 * Returns the end of the trial for those who can add a card; the banner then depends on the cards
 * on file.
 */
export const trialEndFor = ({ role, product }: Pick<UserSession, 'role' | 'product'>) =>
  roleAllows(role, Role.Admin) && product?.status === 'trialing' ? product.trialEnds : null;

/** Loads the banner's code: few sessions are those of operators who act as a person. */
export const loadImpersonationBanner = async () =>
  (await import('./app-impersonation-banner.tsx')).ImpersonationBanner;

/**
 * Returns true while a payment is overdue or the subscription is paused, with too many members, and after the end of a plan
 * on one without transactions.
 */
export const hasBillingNotice = (session: Pick<UserSession, 'product' | 'tenant' | 'tier'>) =>
  ['past_due', 'paused'].includes(session.product?.status ?? '') ||
  hasTooManyMembers(session) ||
  (session.tier < transactionsTier && session.tenant.products.some(({ active }) => !active));

export const loadBillingBanners = async () =>
  (await import('./app-payment-banner.tsx')).openBillingBanners();

/** Returns true for those who can upgrade, in a plan with a limit that the app announces. */
export function hasWatchedLimit({ role, product }: Pick<UserSession, 'role' | 'product'>) {
  const { maxTransactions = 0, maxStorage = 0 } = product?.subscriptionProduct ?? {};
  return roleAllows(role, Role.Admin) && maxTransactions + maxStorage > 0;
}

/** Returns true if the organization requires a second factor of its members; operators who act as them need none. */
export const mayNeedFactor = ({ tenant, user }: Pick<UserSession, 'tenant' | 'user'>) =>
  tenant.requiresFactor && user.impersonatedBy === null;

/** Loads the banner's code with its data: few organizations require a second factor. */
export async function loadFactorBanner() {
  const { FactorBanner, loadFactorDue } = await import('./app-factor-banner.tsx');
  await loadFactorDue().catch(() => undefined);
  return FactorBanner;
}

/** Loads the banner's code with its data: most plans have no such limit. */
export async function loadUsageBanner() {
  const { UsageBanner, loadUsage } = await import('./app-usage-banner.tsx');
  await loadUsage().catch(() => undefined);
  return UsageBanner;
}

export const loadAnnouncementBanners = async () =>
  (await import('./app-announcement-banners.tsx')).AnnouncementBanners;

/** Loads the announcements if they are older than five minutes, and their code if there are any. */
async function loadAnnouncements() {
  const shown = await queryClient.fetchQuery(announcementsQuery());
  if (shown.length > 0) await loadAnnouncementBanners();
}

/**
 * Loads the checklist, if the page shows it, and the notice of sample data (R-ONB-03); null without the network.
 */
export const loadFirstSteps = (checklist: boolean) =>
  import('#web/components/onboarding/first-steps.tsx').then(
    ({ firstStepsFor }) => firstStepsFor(checklist),
    () => null,
  );

/** Resolves with the page that follows, or after a timeout if that comes first. */
const withinTimeout = (loaded: Promise<unknown>) =>
  Promise.race([loaded.catch(() => undefined), new Promise((done) => setTimeout(done, timeoutMs))]);

/**
 * Loads current announcements with the next page: in a tab that stays open they appear, and end, when the
 * member changes the page (R-ANN-04).
 */
export const loadAnnouncementsWithPage: ClientMiddleware = async (_visit, next) => {
  const [answer] = await Promise.all([next(), withinTimeout(loadAnnouncements())]);
  return answer;
};

/**
 * Resolves once the code and data of a page's banners is known. A banner that appears later would push the
 * page down while the user presses a button, and they would hit another one.
 */
export function loadBannerData(session: UserSession) {
  const loaded = Promise.allSettled([
    trialEndFor(session) !== null && queryClient.ensureQueryData(subscriptionQuery()),
    hasBillingNotice(session) && loadBillingBanners(),
    hasWatchedLimit(session) && loadUsageBanner(),
    mayNeedFactor(session) && loadFactorBanner(),
    session.user.impersonatedBy && queryClient.ensureQueryData(sessionsQuery),
    session.user.impersonatedBy && loadImpersonationBanner(),
  ]);
  return withinTimeout(loaded);
}
