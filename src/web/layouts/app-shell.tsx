import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { announcementsQuery } from '#web/components/announcements/current-announcements.ts';
import { LazyBell } from '#web/components/notifications/lazy-bell.tsx';
import { OrganizationCurrency, useSession } from '#web/session/session.ts';
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
} from './app-banners.ts';
import { appMenu, settingsMenu } from './app-menu.ts';
import { AppSidebar } from './app-sidebar.tsx';
import { TrialBanner } from './app-trial-banner.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';

// For operators only: its code is loaded with the data of the banners.
const ImpersonationBanner = lazyPart(loadImpersonationBanner);
const AnnouncementBanners = lazyPart(loadAnnouncementBanners);
// For few organizations.
const BillingBanners = lazyPart(loadBillingBanners);
const UsageBanner = lazyPart(loadUsageBanner);
const FactorBanner = lazyPart(loadFactorBanner);

const home = { title: 'app.menu.dashboard', pathname: '/app/dashboard' } as const;

const sections = [
  { to: '/app/settings', text: 'app.menu.settings' },
  { to: '/app/settings/organization', text: 'common.menu.organization' },
  ...appMenu,
  ...settingsMenu,
] as const;

/** Renders the frame of every page of the app. */
export function AppShell({ children }: { children: ReactNode }) {
  const session = useSession();
  const { tenant, user } = session;
  const { impersonatedBy } = user;
  return (
    <Shell
      sidebar={<AppSidebar />}
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
      <Breadcrumb home={home} sections={sections} />
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
