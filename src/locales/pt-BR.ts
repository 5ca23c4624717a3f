import { account } from './pt-BR/account.ts';
import { admin } from './pt-BR/admin.ts';
import { announcements } from './pt-BR/announcements.ts';
import { app } from './pt-BR/app.ts';
import { audit } from './pt-BR/audit.ts';
import { billing } from './pt-BR/billing.ts';
import { blog } from './pt-BR/blog.ts';
import { cancellation } from './pt-BR/cancellation.ts';
import { catalogue } from './pt-BR/catalogue.ts';
import { comments } from './pt-BR/comments.ts';
import { common } from './pt-BR/common.ts';
import { coupons } from './pt-BR/coupons.ts';
import { demo } from './pt-BR/demo.ts';
import { drafts } from './pt-BR/drafts.ts';
import { transactions } from './pt-BR/entities/transactions.ts';
import { errors } from './pt-BR/errors.ts';
import { evidence } from './pt-BR/evidence.ts';
import { figures } from './pt-BR/figures.ts';
import { imports } from './pt-BR/imports.ts';
import { integrations } from './pt-BR/integrations.ts';
import { invoicing } from './pt-BR/invoicing.ts';
import { legal } from './pt-BR/legal.ts';
import { lists } from './pt-BR/lists.ts';
import { members } from './pt-BR/members.ts';
import { notifications } from './pt-BR/notifications.ts';
import { onboarding } from './pt-BR/onboarding.ts';
import { operators } from './pt-BR/operators.ts';
import { overview } from './pt-BR/overview.ts';
import { palette } from './pt-BR/palette.ts';
import { policies } from './pt-BR/policies.ts';
import { pricing } from './pt-BR/pricing.ts';
import { provisioning } from './pt-BR/provisioning.ts';
import { resources } from './pt-BR/resources.ts';
import { results } from './pt-BR/results.ts';
import { sandbox } from './pt-BR/sandbox.ts';
import { security } from './pt-BR/security.ts';
import { invoice } from './pt-BR/server/invoice.ts';
import { mail } from './pt-BR/server/mail.ts';
import { settings } from './pt-BR/settings.ts';
import { site } from './pt-BR/site.ts';
import { sso } from './pt-BR/sso.ts';
import { staff } from './pt-BR/staff.ts';
import { subscription } from './pt-BR/subscription.ts';
import { support } from './pt-BR/support.ts';
import { unauthorized } from './pt-BR/unauthorized.ts';
import type { RomanceTexts } from './texts.ts';

export const ptBR: RomanceTexts = {
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
