import { Lock, ShieldCheck } from 'lucide-react';
import { UserType } from '#contract/access.ts';
import { LazyBell, LazyUnreadMessages } from '#web/components/notifications/lazy-bell.tsx';
import { missingRequirements } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { appMenu, settingsMenu, type MenuEntry } from './app-menu.ts';
import { OrganizationSwitcher } from './app-organizations.tsx';
import { AppUserMenu } from './app-user-menu.tsx';
import { Sidebar, SidebarEntry, SidebarHeading } from './sidebar.tsx';

const chatPath = '/app/integrations/signalr';

/** Renders the menu of the app for the user's rights in this organization. */
export function AppSidebar() {
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
