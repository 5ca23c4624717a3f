import {
  Blocks,
  FileDown,
  LayoutDashboard,
  MessagesSquare,
  ReceiptText,
  type LucideIcon,
} from 'lucide-react';
import { transactionsTier } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import { missingRequirements, type Requirement } from '#web/session/guard.ts';
import type { UserSession } from '#web/session/session.ts';

/**
 * Entry of the menu or of the settings. It decides who may open its page and those below it, who is offered them by
 * menu and palette, and is locked if only the tier is missing.
 */
export type MenuEntry = {
  to: string;
  icon: LucideIcon;
  text: TextKey;
  needs?: Requirement;
  /** Returns false while the page is of no use; its address still opens it. */
  isUseful?: (session: UserSession) => boolean;
  /** Target of a locked entry, if not the reason. */
  lockedTo?: string;
  /** The records of the list have pages of their own. */
  hasRecordPages?: true;
  /** Letter of the shortcut: `g`, then this one. */
  key?: string;
};

export const appMenu: MenuEntry[] = [
  { to: '/app/dashboard', icon: LayoutDashboard, text: 'app.menu.dashboard', key: 'd' },
  {
    to: '/app/transactions',
    icon: ReceiptText,
    text: 'transactions.title',
    needs: { tier: transactionsTier },
    hasRecordPages: true,
    key: 't',
  },
  { to: '/app/resources', icon: FileDown, text: 'app.menu.resources', key: 'r' },
  {
    to: '/app/integrations/signalr',
    icon: MessagesSquare,
    text: 'app.menu.chat',
    isUseful: ({ tenant }) => tenant.usersCount > 1,
    key: 'c',
  },
  { to: '/app/integrations', icon: Blocks, text: 'app.menu.integrations', key: 'i' },
];

/** Returns the entries that a person is offered; `lacksTier` marks those that their plan doesn't include. */
export const offeredEntries = <E extends Pick<MenuEntry, 'needs' | 'isUseful'>>(
  session: UserSession,
  entries: readonly E[],
) =>
  entries.flatMap((entry) => {
    const missing = missingRequirements(session, entry.needs ?? {});
    const isOffered = missing.role === undefined && entry.isUseful?.(session) !== false;
    return isOffered ? [{ ...entry, lacksTier: missing.tier }] : [];
  });

/**
 * Returns the address among those of a menu that names the current page: the longest that its path begins with,
 * where one with a section comes first.
 */
export const currentAddress = (
  addresses: readonly string[],
  { pathname, hash }: { pathname: string; hash: string },
) =>
  addresses.find((to) => to === pathname + hash) ??
  addresses
    .filter((to) => `${pathname}/`.startsWith(`${to}/`))
    .toSorted((one, other) => other.length - one.length)[0];
