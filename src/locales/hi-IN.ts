import { account } from './hi-IN/account.ts';
import { admin } from './hi-IN/admin.ts';
import { announcements } from './hi-IN/announcements.ts';
import { app } from './hi-IN/app.ts';
import { audit } from './hi-IN/audit.ts';
import { billing } from './hi-IN/billing.ts';
import { blog } from './hi-IN/blog.ts';
import { cancellation } from './hi-IN/cancellation.ts';
import { catalogue } from './hi-IN/catalogue.ts';
import { comments } from './hi-IN/comments.ts';
import { common } from './hi-IN/common.ts';
import { coupons } from './hi-IN/coupons.ts';
import { demo } from './hi-IN/demo.ts';
import { drafts } from './hi-IN/drafts.ts';
import { transactions } from './hi-IN/entities/transactions.ts';
import { errors } from './hi-IN/errors.ts';
import { evidence } from './hi-IN/evidence.ts';
import { figures } from './hi-IN/figures.ts';
import { imports } from './hi-IN/imports.ts';
import { integrations } from './hi-IN/integrations.ts';
import { invoicing } from './hi-IN/invoicing.ts';
import { legal } from './hi-IN/legal.ts';
import { lists } from './hi-IN/lists.ts';
import { members } from './hi-IN/members.ts';
import { notifications } from './hi-IN/notifications.ts';
import { onboarding } from './hi-IN/onboarding.ts';
import { operators } from './hi-IN/operators.ts';
import { overview } from './hi-IN/overview.ts';
import { palette } from './hi-IN/palette.ts';
import { policies } from './hi-IN/policies.ts';
import { pricing } from './hi-IN/pricing.ts';
import { provisioning } from './hi-IN/provisioning.ts';
import { resources } from './hi-IN/resources.ts';
import { results } from './hi-IN/results.ts';
import { sandbox } from './hi-IN/sandbox.ts';
import { security } from './hi-IN/security.ts';
import { invoice } from './hi-IN/server/invoice.ts';
import { mail } from './hi-IN/server/mail.ts';
import { settings } from './hi-IN/settings.ts';
import { site } from './hi-IN/site.ts';
import { sso } from './hi-IN/sso.ts';
import { staff } from './hi-IN/staff.ts';
import { subscription } from './hi-IN/subscription.ts';
import { support } from './hi-IN/support.ts';
import { unauthorized } from './hi-IN/unauthorized.ts';
import type { Texts } from './texts.ts';

export const hiIN: Texts = {
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
