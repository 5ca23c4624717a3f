import type { ParseKeys } from 'i18next';
import {
  Building2,
  FileDown,
  LayoutDashboard,
  MailWarning,
  Package,
  Scale,
  ScrollText,
  TicketPercent,
  UserRoundMinus,
  UsersRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

/** Entry of the operator's menu. */
type AdminEntry = { to: string; icon: LucideIcon; text: ParseKeys };

export const customersMenu: AdminEntry[] = [
  { to: '/admin/dashboard', icon: LayoutDashboard, text: 'admin.dashboard' },
  { to: '/admin/tenants', icon: Building2, text: 'admin.menu.tenants' },
  { to: '/admin/users', icon: UsersRound, text: 'admin.menu.users' },
  { to: '/admin/cancellations', icon: UserRoundMinus, text: 'admin.menu.cancellations' },
];

/** Its children are every product, and the list of all. */
export const productsEntry: AdminEntry = {
  to: '/admin/products',
  icon: Package,
  text: 'admin.menu.products',
};

export const couponsEntry: AdminEntry = {
  to: '/admin/coupons',
  icon: TicketPercent,
  text: 'admin.menu.coupons',
};

export const resourcesEntry: AdminEntry = {
  to: '/admin/resources',
  icon: FileDown,
  text: 'admin.menu.resources',
};

export const operationsMenu: AdminEntry[] = [
  { to: '/admin/legal', icon: Scale, text: 'admin.menu.legal' },
  { to: '/admin/audit', icon: ScrollText, text: 'admin.menu.audit' },
  { to: '/admin/events', icon: Webhook, text: 'admin.menu.events' },
  { to: '/admin/mails', icon: MailWarning, text: 'admin.menu.mails' },
];
