import { Bell, BellRing, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';
import { UserType } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import { adminEntries } from '#web/layouts/admin-menu.ts';
import { appMenu, settingsMenu } from '#web/layouts/app-menu.ts';
import { missingRequirements } from '#web/session/guard.ts';
import { mayCall } from '#web/session/operator.ts';
import type { UserSession } from '#web/session/session.ts';

/** Page to go to; `key` is its letter after `g`. */
export type MenuPage = { to: string; icon: LucideIcon; text: TextKey; key?: string };

/** Pages of the app that the menu has no entry for: the bell and the profile lead there. */
const furtherPages: MenuPage[] = [
  { to: '/app/notifications', icon: Bell, text: 'notifications.title', key: 'n' },
  {
    to: '/app/settings/profile#notifications',
    icon: BellRing,
    text: 'notifications.ownPreferences',
  },
];

/** Returns true on the pages of the operator's portal. */
export const isPortal = (pathname: string) => /^\/admin(\/|$)/.test(pathname);

/** Returns the pages of the menu that the user may open. */
export function pagesFor(session: UserSession, portal: boolean): MenuPage[] {
  const { operatorRole, type } = session.user;
  if (portal) {
    return [
      ...adminEntries.filter(({ reads }) => !reads || mayCall(operatorRole, reads)),
      { to: '/app/dashboard', icon: Undo2, text: 'admin.toApp' },
    ];
  }
  return [
    ...[...appMenu, ...settingsMenu].filter(
      ({ needs = {} }) => Object.keys(missingRequirements(session, needs)).length === 0,
    ),
    ...furtherPages,
    ...(type === UserType.Admin
      ? [{ to: '/admin/dashboard', icon: ShieldCheck, text: 'common.menu.toAdmin' } as const]
      : []),
  ];
}
