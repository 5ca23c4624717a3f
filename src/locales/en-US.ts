import { account } from './en-US/account.ts';
import { admin } from './en-US/admin.ts';
import { announcements } from './en-US/announcements.ts';
import { app } from './en-US/app.ts';
import { audit } from './en-US/audit.ts';
import { billing } from './en-US/billing.ts';
import { blog } from './en-US/blog.ts';
import { cancellation } from './en-US/cancellation.ts';
import { catalogue } from './en-US/catalogue.ts';
import { comments } from './en-US/comments.ts';
import { common } from './en-US/common.ts';
import { coupons } from './en-US/coupons.ts';
import { demo } from './en-US/demo.ts';
import { drafts } from './en-US/drafts.ts';
import { transactions } from './en-US/entities/transactions.ts';
import { errors } from './en-US/errors.ts';
import { evidence } from './en-US/evidence.ts';
import { figures } from './en-US/figures.ts';
import { imports } from './en-US/imports.ts';
import { integrations } from './en-US/integrations.ts';
import { invoicing } from './en-US/invoicing.ts';
import { legal } from './en-US/legal.ts';
import { lists } from './en-US/lists.ts';
import { members } from './en-US/members.ts';
import { notifications } from './en-US/notifications.ts';
import { onboarding } from './en-US/onboarding.ts';
import { operators } from './en-US/operators.ts';
import { overview } from './en-US/overview.ts';
import { palette } from './en-US/palette.ts';
import { policies } from './en-US/policies.ts';
import { pricing } from './en-US/pricing.ts';
import { provisioning } from './en-US/provisioning.ts';
import { resources } from './en-US/resources.ts';
import { results } from './en-US/results.ts';
import { sandbox } from './en-US/sandbox.ts';
import { security } from './en-US/security.ts';
import { invoice } from './en-US/server/invoice.ts';
import { mail } from './en-US/server/mail.ts';
import { settings } from './en-US/settings.ts';
import { site } from './en-US/site.ts';
import { sso } from './en-US/sso.ts';
import { staff } from './en-US/staff.ts';
import { subscription } from './en-US/subscription.ts';
import { support } from './en-US/support.ts';
import { unauthorized } from './en-US/unauthorized.ts';

/** The reference: what is missing here, or missing elsewhere, does not compile. */
export const enUS = {
  account,
  admin,
  announcements,
  app,
  audit,
  billing,
  blog,
  cancellation,
  catalogue,
  comments,
  common,
  coupons,
  demo,
  drafts,
  errors,
  evidence,
  figures,
  legal,
  lists,
  imports,
  mail,
  invoice,
  integrations,
  invoicing,
  members,
  onboarding,
  notifications,
  staff,
  operators,
  overview,
  palette,
  policies,
  pricing,
  provisioning,
  resources,
  results,
  sandbox,
  security,
  settings,
  site,
  sso,
  subscription,
  support,
  transactions,
  unauthorized,
};
