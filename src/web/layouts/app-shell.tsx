import { Lock, ShieldCheck } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { UserType } from '#contract/access.ts';
import { LazyBell, LazyUnreadMessages } from '#web/components/notifications/lazy-bell.tsx';
import { missingRequirements } from '#web/session/guard.ts';
import { OrganizationCurrency, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { loadImpersonationBanner } from './app-banners.ts';
import { appMenu, settingsMenu, type MenuEntry } from './app-menu.ts';
import { AppNotices, TrialLine } from './app-notices.tsx';
import { OrganizationSwitcher } from './app-organizations.tsx';
import { AppUserMenu } from './app-user-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Shell } from './shell.tsx';
import { Sidebar, SidebarEntry, SidebarHeading } from './sidebar.tsx';

// For operators only: its code is loaded with the data of the banners.
const ImpersonationBanner = lazyPart(loadImpersonationBanner);

const home = { title: 'app.menu.dashboard', pathname: '/app/dashboard' } as const;

const sections = [
  { to: '/app/settings', text: 'app.menu.settings' },
  { to: '/app/settings/organization', text: 'common.menu.organization' },
  ...appMenu,
  ...settingsMenu,
] as const;

/** Renders the frame of every page of the app. */
export function AppShell({ children }: { children: ReactNode }) {
  const { tenant, user } = useSession();
  const { impersonatedBy } = user;
  return (
    <Shell
      sidebar={<AppSidebar />}
      title={tenant.name}
      actions={<LazyBell className="lg:hidden" />}
    >
      <Suspense>{impersonatedBy && <ImpersonationBanner operator={impersonatedBy} />}</Suspense>
      <AppNotices />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 empty:hidden">
        <Breadcrumb home={home} sections={sections} />
        <TrialLine />
      </div>
      <OrganizationCurrency value={tenant.currency}>{children}</OrganizationCurrency>
    </Shell>
  );
}

const chatPath = '/app/integrations/signalr';

/** Renders the menu of the app for the user's rights in this organization. */
function AppSidebar() {
  const { t } = useTranslation();
  const session = useSession();
  const entryOf = ({ to, icon: Icon, text, needs = {}, isHidden }: MenuEntry) => {
    const missing = missingRequirements(session, needs);
    if (missing.role !== undefined || (isHidden && missing.tier !== undefined)) return null;
    return (
      <SidebarEntry key={to} to={to} icon={<Icon aria-hidden />}>
        {t(text)}
        {to === chatPath && <LazyUnreadMessages />}
        {missing.tier !== undefined && <Lock aria-hidden className="ml-auto size-3.5!" />}
      </SidebarEntry>
    );
  };
  return (
    <Sidebar
      label={t('app.menu.label')}
      home="/app/dashboard"
      actions={<LazyBell className="max-lg:hidden" />}
      top={<OrganizationSwitcher />}
      bottom={<AppUserMenu />}
    >
      {appMenu.map(entryOf)}
      <SidebarHeading>{t('app.menu.settings')}</SidebarHeading>
      {settingsMenu.map(entryOf)}
      {session.user.type === UserType.Admin && (
        <SidebarEntry to="/admin/dashboard" icon={<ShieldCheck aria-hidden />}>
          {t('common.menu.toAdmin')}
        </SidebarEntry>
      )}
    </Sidebar>
  );
}
