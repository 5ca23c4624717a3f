import { account } from './hi-IN/account.ts';
import { admin } from './hi-IN/admin.ts';
import { app } from './hi-IN/app.ts';
import { audit } from './hi-IN/audit.ts';
import { billing } from './hi-IN/billing.ts';
import { blog } from './hi-IN/blog.ts';
import { catalogue } from './hi-IN/catalogue.ts';
import { common } from './hi-IN/common.ts';
import { demo } from './hi-IN/demo.ts';
import { errors } from './hi-IN/errors.ts';
import { mail } from './hi-IN/mail.ts';
import { members } from './hi-IN/members.ts';
import { overview } from './hi-IN/overview.ts';
import { pricing } from './hi-IN/pricing.ts';
import { sandbox } from './hi-IN/sandbox.ts';
import { settings } from './hi-IN/settings.ts';
import { site } from './hi-IN/site.ts';
import type { Texts } from './texts.ts';

export const hiIN: Texts = {
  account,
  admin,
  app,
  audit,
  billing,
  blog,
  catalogue,
  common,
  demo,
  errors,
  mail,
  members,
  overview,
  pricing,
  sandbox,
  settings,
  site,
};
