import { account } from './es-MX/account.ts';
import { admin } from './es-MX/admin.ts';
import { announcements } from './es-MX/announcements.ts';
import { app } from './es-MX/app.ts';
import { audit } from './es-MX/audit.ts';
import { billing } from './es-MX/billing.ts';
import { blog } from './es-MX/blog.ts';
import { cancellation } from './es-MX/cancellation.ts';
import { catalogue } from './es-MX/catalogue.ts';
import { comments } from './es-MX/comments.ts';
import { common } from './es-MX/common.ts';
import { coupons } from './es-MX/coupons.ts';
import { demo } from './es-MX/demo.ts';
import { drafts } from './es-MX/drafts.ts';
import { transactions } from './es-MX/entities/transactions.ts';
import { errors } from './es-MX/errors.ts';
import { evidence } from './es-MX/evidence.ts';
import { figures } from './es-MX/figures.ts';
import { imports } from './es-MX/imports.ts';
import { integrations } from './es-MX/integrations.ts';
import { invoicing } from './es-MX/invoicing.ts';
import { legal } from './es-MX/legal.ts';
import { lists } from './es-MX/lists.ts';
import { members } from './es-MX/members.ts';
import { notifications } from './es-MX/notifications.ts';
import { onboarding } from './es-MX/onboarding.ts';
import { operators } from './es-MX/operators.ts';
import { overview } from './es-MX/overview.ts';
import { palette } from './es-MX/palette.ts';
import { policies } from './es-MX/policies.ts';
import { pricing } from './es-MX/pricing.ts';
import { provisioning } from './es-MX/provisioning.ts';
import { resources } from './es-MX/resources.ts';
import { results } from './es-MX/results.ts';
import { sandbox } from './es-MX/sandbox.ts';
import { security } from './es-MX/security.ts';
import { invoice } from './es-MX/server/invoice.ts';
import { mail } from './es-MX/server/mail.ts';
import { settings } from './es-MX/settings.ts';
import { site } from './es-MX/site.ts';
import { sso } from './es-MX/sso.ts';
import { staff } from './es-MX/staff.ts';
import { subscription } from './es-MX/subscription.ts';
import { support } from './es-MX/support.ts';
import { unauthorized } from './es-MX/unauthorized.ts';
import type { RomanceTexts } from './texts.ts';

export const esMX: RomanceTexts = {
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
