import { Lock, Settings, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { UserType } from '#contract/access.ts';
import { LazyBell, LazyUnreadMessages } from '#web/components/notifications/lazy-bell.tsx';
import { homePath, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { appMenu, currentAddress, offeredEntries } from './app-menu.ts';
import { OrganizationSwitcher } from './app-organizations.tsx';
import { AppUserMenu } from './app-user-menu.tsx';
import { Sidebar, SidebarEntry, type SidebarLevel } from './sidebar.tsx';

const chatPath = '/app/integrations/signalr';
const settingsPath = '/app/settings';

/** Renders the sidebar of the app: its menu, or the level of the current route. */
export function AppSidebar({ level }: { level: SidebarLevel | undefined }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const page = pathname + search;
  // Of this tab and organization; a page of the settings may be a document of its own.
  const key = `page.${useSession().tenant.id}`;
  useEffect(() => {
    if (!level) sessionStorage.setItem(key, page);
  }, [level, key, page]);
  return (
    <Sidebar
      label={t(level ? 'app.menu.settings' : 'app.menu.label')}
      home={homePath}
      back={level && <level.Back to={sessionStorage.getItem(key) ?? homePath} />}
      actions={<LazyBell className="max-lg:hidden" />}
      top={<OrganizationSwitcher />}
      bottom={<AppUserMenu />}
    >
      {level ? <level.Entries /> : <AppEntries />}
    </Sidebar>
  );
}

/** Renders the menu of the app for the user's rights in this organization. */
function AppEntries() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const entries = offeredEntries(session, appMenu);
  const current = currentAddress(
    entries.map(({ to }) => to),
    location,
  );
  return (
    <>
      {entries.map(({ to, icon: Icon, text, lacksTier }) => (
        <SidebarEntry
          key={to}
          to={to}
          icon={<Icon aria-hidden />}
          label={t(text)}
          isCurrent={to === current}
        >
          {to === chatPath && <LazyUnreadMessages />}
          {lacksTier !== undefined && <Lock aria-hidden className={lockClass} />}
        </SidebarEntry>
      ))}
      <li aria-hidden className="flex-1" />
      {session.user.type === UserType.Admin && (
        <SidebarEntry
          to="/admin/dashboard"
          icon={<ShieldCheck aria-hidden />}
          label={t('common.menu.toAdmin')}
          isCurrent={false}
        />
      )}
      <SidebarEntry
        to={settingsPath}
        icon={<Settings aria-hidden />}
        label={t('app.menu.settings')}
        isCurrent={false}
        isLevel
      />
    </>
  );
}

const lockClass = 'ml-auto size-3.5! rail:absolute rail:right-1 rail:bottom-1 rail:size-3!';
