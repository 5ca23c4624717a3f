import { Bell, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';
import { UserType } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import { adminEntries } from '#web/layouts/admin-menu.ts';
import { appMenu, offeredEntries, type MenuEntry } from '#web/layouts/app-menu.ts';
import { exampleMenu } from '#web/layouts/example-menu.ts';
import { settingsEntries, type SettingsEntry } from '#web/layouts/settings-menu.ts';
import { mayCall } from '#web/session/operator.ts';
import type { UserSession } from '#web/session/session.ts';
import { needsOwnDocument } from '#web/session/third-party-scripts.ts';

/** Page to go to; `key` is its letter after `g`. */
export type MenuPage = {
  to: string;
  icon: LucideIcon;
  text: TextKey;
  key?: string;
  /** The page is a document of its own. */
  isDocument?: true;
};

/** Page of the app that no menu has an entry for: the bell leads there. */
const notificationsPage: MenuPage = {
  to: '/app/notifications',
  icon: Bell,
  text: 'notifications.title',
  key: 'n',
};

/** Returns true on the pages of the operator's portal. */
export const isPortal = (pathname: string) => /^\/admin(\/|$)/.test(pathname);

const openEntries = <E extends Pick<MenuEntry, 'needs' | 'isUseful'>>(
  session: UserSession,
  entries: readonly E[],
) => offeredEntries(session, entries).filter(({ lacksTier }) => lacksTier === undefined);

/** Returns the pages of the menus that the user may open. */
export function pagesFor(session: UserSession, portal: boolean): MenuPage[] {
  const { operatorRole, type } = session.user;
  if (portal) {
    return [
      ...adminEntries.filter(({ reads }) => !reads || mayCall(operatorRole, reads)),
      { to: '/app/dashboard', icon: Undo2, text: 'admin.toApp' },
    ];
  }
  return [
    ...openEntries(session, appMenu),
    notificationsPage,
    ...openEntries(session, settingsEntries),
    ...openEntries(session, exampleMenu).map(({ name, to, icon }) => ({
      to,
      icon,
      text: `integrations.examples.${name}.title` as const,
    })),
    ...(type === UserType.Admin
      ? [{ to: '/admin/dashboard', icon: ShieldCheck, text: 'common.menu.toAdmin' } as const]
      : []),
  ];
}

const addressOf = ({ to }: SettingsEntry, at: string) => `${to.replace(/#.*/, '')}#${at}`;

/** Returns the single settings that the user may change, with their page (R-PAL-08). */
export const settingsFor = (session: UserSession, portal: boolean) =>
  portal
    ? []
    : openEntries(session, settingsEntries).flatMap((entry) =>
        openEntries(session, entry.settings ?? []).map(({ at, text }) => ({
          to: addressOf(entry, at),
          icon: entry.icon,
          text,
          page: entry.text,
          // The redirect to it would lose the anchor.
          isDocument: entry.loads !== undefined && needsOwnDocument(entry.to, entry.loads),
        })),
      );
