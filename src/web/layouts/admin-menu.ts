import {
  Building2,
  FileDown,
  LayoutDashboard,
  MailWarning,
  Megaphone,
  Package,
  Scale,
  ScrollText,
  ShieldCheck,
  TicketPercent,
  UserRoundMinus,
  UsersRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from '#locales/translation.ts';
import type { OperatorCall } from '#web/session/operator.ts';

/** Entry of the operator's menu. */
type AdminEntry = {
  to: string;
  icon: LucideIcon;
  text: TextKey;
  /** Call that the page needs; operators who may not make it don't see the entry. */
  reads?: OperatorCall;
  /** Call of the page's changes; operators who may not make it read that they can't. */
  writes?: OperatorCall;
  /** Letter of the shortcut: `g`, then this one. */
  key?: string;
};

export const customersMenu: AdminEntry[] = [
  {
    to: '/admin/dashboard',
    icon: LayoutDashboard,
    text: 'admin.dashboard',
    key: 'd',
    reads: 'overview/get',
  },
  {
    to: '/admin/tenants',
    icon: Building2,
    text: 'admin.menu.tenants',
    key: 'o',
    reads: 'tenants/getAllOfAll',
    writes: 'tenants/removeOfAny',
  },
  {
    to: '/admin/users',
    icon: UsersRound,
    text: 'admin.menu.users',
    key: 'u',
    reads: 'users/getAllOfAll',
    writes: 'users/removeOfAny',
  },
  {
    to: '/admin/cancellations',
    icon: UserRoundMinus,
    text: 'admin.menu.cancellations',
    key: 'x',
    reads: 'cancellations/getAllOfAll',
  },
];

/** Its children are every product, and the list of all. */
export const productsEntry: AdminEntry = {
  to: '/admin/products',
  icon: Package,
  text: 'admin.menu.products',
  key: 'p',
  writes: 'products/create',
};

export const couponsEntry: AdminEntry = {
  to: '/admin/coupons',
  icon: TicketPercent,
  text: 'admin.menu.coupons',
  key: 'c',
  reads: 'coupons/getAll',
  writes: 'coupons/create',
};

export const resourcesEntry: AdminEntry = {
  to: '/admin/resources',
  icon: FileDown,
  text: 'admin.menu.resources',
  key: 'r',
  reads: 'resources/getAll',
  writes: 'resources/create',
};

export const operationsMenu: AdminEntry[] = [
  {
    to: '/admin/announcements',
    icon: Megaphone,
    text: 'admin.menu.announcements',
    key: 'n',
    reads: 'announcements/getAll',
    writes: 'announcements/create',
  },
  {
    to: '/admin/legal',
    icon: Scale,
    text: 'admin.menu.legal',
    key: 'l',
    reads: 'legal/getOfAll',
    writes: 'legal/create',
  },
  {
    to: '/admin/audit',
    icon: ScrollText,
    text: 'admin.menu.audit',
    key: 'a',
    reads: 'audit/getAllOfAll',
  },
  {
    to: '/admin/events',
    icon: Webhook,
    text: 'admin.menu.events',
    key: 'e',
    reads: 'providerEvents/getAllOfAll',
    writes: 'providerEvents/replay',
  },
  {
    to: '/admin/mails',
    icon: MailWarning,
    text: 'admin.menu.mails',
    key: 'm',
    reads: 'mails/getFailed',
    writes: 'mails/retry',
  },
  {
    to: '/admin/operators',
    icon: ShieldCheck,
    text: 'admin.menu.operators',
    key: 's',
    reads: 'operators/getAll',
    writes: 'operators/invite',
  },
];

/** All entries, whose paths begin those of the pages below them. */
export const adminEntries = [
  ...customersMenu,
  productsEntry,
  couponsEntry,
  resourcesEntry,
  ...operationsMenu,
];
