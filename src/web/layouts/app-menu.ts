import {
  ChartLine,
  CreditCard,
  FileDown,
  FolderDown,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  ReceiptText,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRound,
  UsersRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { identityTier, Role, transactionsTier } from '#contract/access.ts';
import type { TextKey } from '#locales/translation.ts';
import type { Requirement } from '#web/session/guard.ts';

/** Menu entry: shown to roles that can open its page, locked if only the tier is missing. */
export type MenuEntry = {
  to: string;
  icon: LucideIcon;
  text: TextKey;
  needs?: Requirement;
  /** Not shown, instead of locked, if the tier is missing: the page has another entrance. */
  isHidden?: true;
  /** Letter of the shortcut: `g`, then this one. */
  key?: string;
};

export const appMenu: MenuEntry[] = [
  { to: '/app/dashboard', icon: LayoutDashboard, text: 'app.menu.dashboard', key: 'd' },
  {
    to: '/app/transactions',
    icon: ReceiptText,
    text: 'app.menu.transactions',
    needs: { tier: transactionsTier },
    key: 't',
  },
  { to: '/app/resources', icon: FileDown, text: 'app.menu.resources', key: 'r' },
  { to: '/app/permissions', icon: ShieldCheck, text: 'app.menu.permissions' },
  { to: '/app/integrations/charts', icon: ChartLine, text: 'app.menu.integrations' },
  { to: '/app/integrations/signalr', icon: MessagesSquare, text: 'app.menu.chat', key: 'c' },
];

const organization = '/app/settings/organization';

/** Entries of the settings, by right (R-APP-07). */
export const settingsMenu: MenuEntry[] = [
  { to: '/app/settings/profile', icon: UserRound, text: 'common.menu.profile', key: 'p' },
  {
    to: `${organization}/general`,
    icon: Settings2,
    text: 'common.menu.organization',
    needs: { role: Role.Owner },
    key: 'o',
  },
  {
    to: `${organization}/subscription`,
    icon: CreditCard,
    text: 'app.menu.subscription',
    needs: { role: Role.Admin },
    key: 's',
  },
  {
    to: `${organization}/members`,
    icon: UsersRound,
    text: 'app.menu.members',
    needs: { role: Role.Member },
    key: 'm',
  },
  {
    to: `${organization}/security`,
    icon: ShieldCheck,
    text: 'app.menu.security',
    needs: { role: Role.Owner, tier: identityTier },
    isHidden: true,
  },
  {
    to: `${organization}/api-keys`,
    icon: KeyRound,
    text: 'app.menu.apiKeys',
    needs: { role: Role.Admin },
  },
  {
    to: `${organization}/webhooks`,
    icon: Webhook,
    text: 'app.menu.webhooks',
    needs: { role: Role.Admin },
  },
  {
    to: `${organization}/data`,
    icon: FolderDown,
    text: 'app.menu.data',
    needs: { role: Role.Owner },
  },
  {
    to: `${organization}/audit`,
    icon: ScrollText,
    text: 'app.menu.audit',
    needs: { role: Role.Admin },
    key: 'a',
  },
];
