import { Outlet } from 'react-router';
import { requireEntryAccess } from '#web/session/guard.ts';
import type { Route } from './+types/app-settings.ts';
import { settingsEntries } from './settings-menu.ts';
import { BackLink, SettingsEntries } from './settings-sidebar.tsx';
import type { SidebarLevel } from './sidebar.tsx';
import { useNamedSetting } from './use-named-setting.ts';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireEntryAccess(settingsEntries),
];

/** Replaces the entries of the sidebar on the pages of the settings. */
export const handle: SidebarLevel = {
  Entries: SettingsEntries,
  Back: BackLink,
  sections: settingsEntries,
};

export default function SettingsLayout() {
  useNamedSetting();
  return <Outlet />;
}
