import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Link, useMatch, useMatches } from 'react-router';
import { announcementsQuery } from '#web/components/announcements/current-announcements.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { calendarDaysUntil } from '#web/theme/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import {
  hasBillingNotice,
  hasWatchedLimit,
  loadAnnouncementBanners,
  loadBillingBanners,
  loadFactorBanner,
  loadUsageBanner,
  mayNeedFactor,
  trialEndFor,
} from './app-banners.ts';
import { NoticeStrip } from './notice-strip.tsx';

// For few organizations: their code is loaded with the data of the banners.
const AnnouncementBanners = lazyPart(loadAnnouncementBanners);
const BillingBanners = lazyPart(loadBillingBanners);
const UsageBanner = lazyPart(loadUsageBanner);
const FactorBanner = lazyPart(loadFactorBanner);

/** Renders what the organization should know, the most urgent first: access that ended or ends, then news. */
export function AppNotices() {
  const session = useSession();
  return (
    <NoticeStrip>
      <Suspense>
        {hasBillingNotice(session) && <BillingBanners />}
        {mayNeedFactor(session) && <FactorBanner />}
        <TrialBanner />
        {hasWatchedLimit(session) && <UsageBanner />}
      </Suspense>
      <Announcements />
      <PageNotice />
    </NoticeStrip>
  );
}

/** Renders the announcements that were loaded with the page; it never loads them by itself. */
function Announcements() {
  const { data = [] } = useQuery({ ...announcementsQuery(), enabled: false });
  return (
    data.length > 0 && (
      <Suspense>
        <AnnouncementBanners announcements={data} />
      </Suspense>
    )
  );
}

/** Renders the notice that a page has loaded with itself, as its loader's `notice`: that of sample data (R-ONB-06). */
function PageNotice() {
  const found = useMatches().map(({ loaderData }) => loaderData as { notice?: ReactNode } | null);
  return found.find((data) => data?.notice)?.notice;
}

/** Number of days before its end from which a trial is among the notices. */
const urgentDays = 3;

/** Returns the end of the trial for those who can add a card, until one is on file (R-SUB-15). */
function useTrial() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { role, product } = useSession();
  const trialEnds = trialEndFor({ role, product });
  const now = useBillingTime(product);
  const { data } = useQuery({ ...subscriptionQuery(), enabled: trialEnds !== null });
  if (!product || trialEnds === null || !data?.providerReached || data.cards.length > 0)
    return null;
  const count = calendarDaysUntil(trialEnds, now);
  const date = formats.date(trialEnds * 1000, 'short');
  const isUrgent = count <= urgentDays;
  if (count === 0) return { isUrgent, text: t('app.trial.today', { date }) };
  if (count === 1) return { isUrgent, text: t('app.trial.tomorrow', { date }) };
  return { isUrgent, text: t('app.trial.days', { count, date }) };
}

function TrialBanner() {
  const { t } = useTranslation();
  const isThere = useMatch(subscriptionPath);
  const trial = useTrial();
  if (!trial?.isUrgent) return null;
  return (
    <Banner
      tone="warning"
      action={
        !isThere && (
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {t('app.trial.link')}
          </Button>
        )
      }
    >
      {trial.text}
    </Banner>
  );
}

/** Renders the end of a trial that has days to go, as a line beside the breadcrumb. */
export function TrialLine() {
  const { t } = useTranslation();
  const isThere = useMatch(subscriptionPath);
  const trial = useTrial();
  if (!trial || trial.isUrgent) return null;
  return (
    <p className="ml-auto text-sm text-muted max-sm:ml-0 max-sm:[nav+&]:hidden print:hidden">
      {trial.text}{' '}
      {!isThere && (
        <Link
          to={subscriptionPath}
          className="font-medium whitespace-nowrap text-ink underline underline-offset-4"
        >
          {t('app.trial.link')}
        </Link>
      )}
    </p>
  );
}
