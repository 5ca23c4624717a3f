import { accounts } from './accounts.ts';
import { announcements } from './announcements.ts';
import { apiKeys } from './api-keys/api-keys.ts';
import { archives } from './archives/archives.ts';
import { audit } from './audit.ts';
import { billing } from './billing/details.ts';
import { blog } from './blog.ts';
import { policies } from './calls/policies.ts';
import { signInMethods } from './calls/sign-in.ts';
import { cancellations } from './cancellations.ts';
import { chat } from './chat/chat.ts';
import { comments } from './comments/comments.ts';
import { coupons } from './coupons.ts';
import { factors } from './factors/factors.ts';
import { imports } from './imports/imports.ts';
import { invitations } from './invitations.ts';
import { legal } from './legal.ts';
import { mails } from './mails.ts';
import { members } from './members.ts';
import { notifications } from './notifications/notifications.ts';
import { onboarding } from './onboarding/onboarding.ts';
import { operators } from './operators/operators.ts';
import { overview } from './overview.ts';
import { products } from './products.ts';
import { providerEvents } from './provider-events.ts';
import { resources } from './resources.ts';
import { scim } from './scim/scim.ts';
import { domains } from './sso/domains.ts';
import { sso } from './sso/sso.ts';
import { status } from './status.ts';
import { subscriptions } from './subscriptions.ts';
import { support } from './support/support.ts';
import { suspensions } from './suspensions/suspensions.ts';
import { tenants } from './tenants.ts';
import { transactions } from './transactions.ts';
import { usage } from './usage/usage.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** Every subject of the product. */
export const contract = {
  accounts,
  factors,
  users,
  signIn: signInMethods,
  policies,
  tenants,
  members,
  invitations,
  products,
  coupons,
  subscriptions,
  billing,
  support,
  suspensions,
  scim,
  apiKeys,
  webhooks,
  archives,
  providerEvents,
  transactions,
  comments,
  imports,
  resources,
  mails,
  audit,
  overview,
  cancellations,
  blog,
  legal,
  operators,
  announcements,
  usage,
  onboarding,
  notifications,
  chat,
  domains,
  sso,
  status,
};
export type Contract = typeof contract;
