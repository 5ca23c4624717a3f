import { requireEntryAccess } from '#web/session/guard.ts';
import type { Route } from './+types/app-settings.ts';
import { settingsEntries } from './settings-menu.ts';
import { SettingsEntries } from './settings-sidebar.tsx';
import type { SidebarLevel } from './sidebar.tsx';

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requireEntryAccess(settingsEntries),
];

/** Replaces the entries of the sidebar on the pages of the settings. */
export const handle: SidebarLevel = { Entries: SettingsEntries, sections: settingsEntries };

export { Outlet as default } from 'react-router';
