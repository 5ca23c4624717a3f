import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { Link, useMatch, useMatches } from 'react-router';
import type { Translate } from '#locales/translation.ts';
import { announcementsQuery } from '#web/components/announcements/current-announcements.ts';
import { useBillingTime } from '#web/components/billing/billing-time.ts';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { subscriptionPath } from '#web/components/billing/use-read-only.ts';
import { LazyBell } from '#web/components/notifications/lazy-bell.tsx';
import { useFormats } from '#web/components/use-formats.ts';
import { OrganizationCurrency, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { calendarDaysUntil, type Formats } from '#web/theme/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import {
  hasBillingNotice,
  hasWatchedLimit,
  loadAnnouncementBanners,
  loadBillingBanners,
  loadFactorBanner,
  loadImpersonationBanner,
  loadUsageBanner,
  mayNeedFactor,
  trialEndFor,
} from './app-banners.ts';
import { appMenu } from './app-menu.ts';
import { AppSidebar } from './app-sidebar.tsx';
import { Breadcrumb, type Section } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';
import type { SidebarLevel } from './sidebar.tsx';

// For operators only: its code is loaded with the data of the banners.
const ImpersonationBanner = lazyPart(loadImpersonationBanner);
const AnnouncementBanners = lazyPart(loadAnnouncementBanners);
// For few organizations.
const BillingBanners = lazyPart(loadBillingBanners);
const UsageBanner = lazyPart(loadUsageBanner);
const FactorBanner = lazyPart(loadFactorBanner);

const home = { title: 'app.menu.dashboard', pathname: '/app/dashboard' } as const;

const sections: readonly Section[] = [
  { to: '/app/settings', text: 'app.menu.settings' },
  { to: '/app/settings/organization', text: 'common.menu.organization' },
  { to: '/app/permissions', text: 'app.menu.permissions' },
  ...appMenu,
];

/** Returns what the current route puts in place of the menu of the app; undefined on most pages. */
function useSidebarLevel() {
  const handles = useMatches().map(({ handle }) => handle as Partial<SidebarLevel> | undefined);
  return handles.find((handle): handle is SidebarLevel => handle?.Entries !== undefined);
}

/** Renders the frame of every page of the app. */
export function AppShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { tenant, user } = session;
  const { impersonatedBy } = user;
  const level = useSidebarLevel();
  return (
    <Shell
      sidebar={<AppSidebar level={level} />}
      title={tenant.name}
      actions={<LazyBell className="lg:hidden" />}
    >
      <Suspense>{impersonatedBy && <ImpersonationBanner operator={impersonatedBy} />}</Suspense>
      <Announcements />
      <TrialBanner />
      <Suspense>
        {hasBillingNotice(session) && <BillingBanners />}
        {hasWatchedLimit(session) && <UsageBanner />}
        {mayNeedFactor(session) && <FactorBanner />}
      </Suspense>
      <Breadcrumb home={home} sections={[...sections, ...(level?.sections ?? [])]} />
      <OrganizationCurrency value={tenant.currency}>{children}</OrganizationCurrency>
    </Shell>
  );
}

/** Renders the announcements that were loaded with the page; it never loads them by itself. */
function Announcements() {
  const { data = [] } = useQuery({ ...announcementsQuery(), enabled: false });
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {data.length > 0 && (
        <Suspense>
          <AnnouncementBanners announcements={data} />
        </Suspense>
      )}
    </div>
  );
}

type Trial = { trialEnds: number; now: Date };

function textOf(t: Translate, { trialEnds, now }: Trial, formats: Formats) {
  const count = calendarDaysUntil(trialEnds, now);
  const date = formats.date(trialEnds * 1000, 'short');
  if (count === 0) return t('app.trial.today', { date });
  if (count === 1) return t('app.trial.tomorrow', { date });
  return t('app.trial.days', { count, date });
}

/** Renders the end of the trial for those who can add a card, until one is on file (R-SUB-15). */
function TrialBanner() {
  const { t } = useTranslation();
  const formats = useFormats();
  const isThere = useMatch(subscriptionPath);
  const { role, product } = useSession();
  const trialEnds = trialEndFor({ role, product });
  const now = useBillingTime(product);
  const { data } = useQuery({ ...subscriptionQuery(), enabled: trialEnds !== null });
  if (!product || trialEnds === null || !data?.providerReached || data.cards.length > 0)
    return null;
  return (
    <Banner
      tone="info"
      action={
        !isThere && (
          <Button size="sm" variant="white" render={<Link to={subscriptionPath} />}>
            {t('app.trial.link')}
          </Button>
        )
      }
    >
      {textOf(t, { trialEnds, now }, formats)}
    </Banner>
  );
}
