import { accounts } from './accounts.ts';
import { audit } from './audit.ts';
import { blog } from './blog.ts';
import { cancellations } from './cancellations.ts';
import { coupons } from './coupons.ts';
import { invitations } from './invitations.ts';
import { legal } from './legal.ts';
import { mails } from './mails.ts';
import { members } from './members.ts';
import { overview } from './overview.ts';
import { products } from './products.ts';
import { providerEvents } from './provider-events.ts';
import { resources } from './resources.ts';
import { subscriptions } from './subscriptions.ts';
import { tenants } from './tenants.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';

/** Every subject of the product. */
export const contract = {
  accounts,
  users,
  tenants,
  members,
  invitations,
  products,
  coupons,
  subscriptions,
  providerEvents,
  transactions,
  resources,
  mails,
  audit,
  overview,
  cancellations,
  blog,
  legal,
};
export type Contract = typeof contract;
