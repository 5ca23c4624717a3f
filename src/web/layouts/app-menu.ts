import {
  ChartLine,
  CreditCard,
  FileDown,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  ReceiptText,
  ScrollText,
  Settings2,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { Role, transactionsTier } from '#contract/access.ts';
import type { Requirement } from '#web/session/guard.ts';

/** Menu entry: shown to roles that can open its page, locked if only the tier is missing. */
export type MenuEntry = {
  to: string;
  icon: LucideIcon;
  text:
    | 'dashboard'
    | 'transactions'
    | 'permissions'
    | 'integrations'
    | 'chat'
    | 'resources'
    | SettingsText;
  needs?: Requirement;
};
type SettingsText = 'profile' | 'organization' | 'subscription' | 'members' | 'audit';

export const appMenu: MenuEntry[] = [
  { to: '/app/dashboard', icon: LayoutDashboard, text: 'dashboard' },
  {
    to: '/app/transactions',
    icon: ReceiptText,
    text: 'transactions',
    needs: { tier: transactionsTier },
  },
  { to: '/app/resources', icon: FileDown, text: 'resources' },
  { to: '/app/permissions', icon: KeyRound, text: 'permissions' },
  { to: '/app/integrations/charts', icon: ChartLine, text: 'integrations' },
  { to: '/app/integrations/signalr', icon: MessagesSquare, text: 'chat' },
];

const organization = '/app/settings/organization';

/** Entries of the settings, by right (R-APP-07). */
export const settingsMenu: MenuEntry[] = [
  { to: '/app/settings/profile', icon: UserRound, text: 'profile' },
  {
    to: `${organization}/general`,
    icon: Settings2,
    text: 'organization',
    needs: { role: Role.Owner },
  },
  {
    to: `${organization}/subscription`,
    icon: CreditCard,
    text: 'subscription',
    needs: { role: Role.Admin },
  },
  {
    to: `${organization}/members`,
    icon: UsersRound,
    text: 'members',
    needs: { role: Role.Member },
  },
  {
    to: `${organization}/audit`,
    icon: ScrollText,
    text: 'audit',
    needs: { role: Role.Admin },
  },
];
