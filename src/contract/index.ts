import { accounts } from './accounts.ts';
import { products } from './products.ts';
import { subscriptions } from './subscriptions.ts';
import { tenants } from './tenants.ts';
import { transactions } from './transactions.ts';
import { users } from './users.ts';

/** The table of contents: every subject of the product. */
export const contract = {
  accounts,
  users,
  tenants,
  products,
  subscriptions,
  transactions,
};
export type Contract = typeof contract;
