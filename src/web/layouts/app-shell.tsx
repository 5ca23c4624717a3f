import { Suspense, type ReactNode } from 'react';
import { useMatches } from 'react-router';
import { LazyBell } from '#web/components/notifications/lazy-bell.tsx';
import { OrganizationCurrency, useSession } from '#web/session/session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { loadImpersonationBanner } from './app-banners.ts';
import { appMenu } from './app-menu.ts';
import { AppNotices, TrialLine } from './app-notices.tsx';
import { AppSidebar } from './app-sidebar.tsx';
import { Breadcrumb, type Section } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';
import type { SidebarLevel } from './sidebar.tsx';

// For operators only: its code is loaded with the data of the banners.
const ImpersonationBanner = lazyPart(loadImpersonationBanner);

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
  const { tenant, user } = useSession();
  const { impersonatedBy } = user;
  const level = useSidebarLevel();
  return (
    <Shell
      sidebar={<AppSidebar level={level} />}
      title={tenant.name}
      actions={<LazyBell className="lg:hidden" />}
    >
      <Suspense>{impersonatedBy && <ImpersonationBanner operator={impersonatedBy} />}</Suspense>
      <AppNotices />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 empty:hidden max-sm:has-[li:first-child:nth-last-child(2)]:hidden">
        <Breadcrumb home={home} sections={[...sections, ...(level?.sections ?? [])]} />
        <TrialLine />
      </div>
      <OrganizationCurrency value={tenant.currency}>{children}</OrganizationCurrency>
    </Shell>
  );
}
