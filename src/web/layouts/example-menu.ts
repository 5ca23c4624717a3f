import { ChartLine, List, MessagesSquare, ShieldCheck } from 'lucide-react';
import { transactionsTier } from '#contract/access.ts';
import type { MenuEntry } from './app-menu.ts';

type ExampleEntry = Omit<MenuEntry, 'text'> & { name: 'permissions' | 'charts' | 'chat' | 'list' };

/** Pages that demonstrate the product, to which the page of integrations leads (R-APP-06). */
export const exampleMenu: ExampleEntry[] = [
  { name: 'permissions', to: '/app/permissions', icon: ShieldCheck },
  { name: 'charts', to: '/app/integrations/charts', icon: ChartLine },
  {
    name: 'chat',
    to: '/app/integrations/signalr',
    icon: MessagesSquare,
    // The menu has it as soon as there is someone to talk to.
    isUseful: ({ tenant }) => tenant.usersCount <= 1,
  },
  { name: 'list', to: '/app/transactions2', icon: List, needs: { tier: transactionsTier } },
];
