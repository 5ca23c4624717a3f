import { z } from 'zod';
import { inPerson, member, operator, Role, signedIn, operatorOf, withStepUp } from './access.ts';
import { planErrors, selectedSubscription } from './accounts.ts';
import { subject } from './endpoint.ts';
import { tenantList } from './lists/operator.ts';
import { listParams, orderedParams } from './lists/query.ts';
import { tenantSummary, tenantUser } from './membership.ts';
import {
  boundedText,
  currency,
  newPicture,
  requiredName,
  timestamp,
  transactionCurrency,
} from './shapes.ts';
import { backgrounds, colors } from './themes.ts';
import { signInReply } from './users.ts';

/** Host names are lower case; empty means none yet. */
const subdomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{1,61}[a-z0-9])|)$/, 'field.invalid')
  .default('');

/** Name and addresses of an organization, which owners and operators edit. */
export const tenantNames = z.object({
  name: requiredName(200),
  subdomain,
  domain: boundedText(253).default(''),
});
export const tenantNameErrors = [
  'tenant.subdomain',
  'tenant.subdomainReserved',
  'account.verify.organizationTaken',
] as const;

const image = z.enum(['icon', 'logo', 'logoDarkmode']);

/** An organization as the operator sees it, with its first members. */
export const operatorTenantSummary = tenantSummary.extend({
  createdAt: timestamp,
  /** Recurring revenue by the ledger, in minor units per year; empty without any. */
  revenue: z.array(z.object({ currency, yearly: z.int() })),
  /** Time of the last change that a member made; null: none yet. Operators' changes don't count. */
  lastActiveAt: timestamp.nullable(),
  /** At most 100 members; `usersCount` counts all active ones. */
  users: z.array(tenantUser),
});
export type OperatorTenantSummary = z.infer<typeof operatorTenantSummary>;

export const tenants = subject('Tenant', {
  getAll: {
    route: 'GET /Tenant/GetAll',
    summary: 'The organizations of the signed-in person',
    access: signedIn,
    reply: z.array(tenantSummary),
  },
  getCurrent: {
    route: 'GET /Tenant/GetCurrent',
    summary: 'The organization that X-Tenant-Key names',
    access: member({ whenSuspended: true }),
    reply: tenantSummary,
  },
  get: {
    route: 'GET /Tenant/Get/:id',
    summary: 'One organization of the signed-in person',
    access: member({ of: 'id', whenSuspended: true }),
    reply: tenantSummary,
  },
  update: {
    route: 'PUT /Tenant/Update/:id',
    summary: 'Change name, addresses, theme, color and the currency of transactions',
    access: member({ role: Role.Owner, of: 'id' }),
    body: tenantNames.extend({
      appTheme: z.enum(backgrounds),
      appColor: z.enum(colors),
      /** Labels the amounts of transactions and converts none; stays as it is if absent. */
      currency: transactionCurrency.optional(),
    }),
    reply: tenantSummary,
    errors: ['access.stepUpRequired', ...tenantNameErrors],
  },
  updateImage: {
    route: 'PUT /Tenant/UpdateImage/:id',
    summary: 'Change the icon, the logo or the logo for dark backgrounds',
    access: member({ role: Role.Owner, of: 'id' }),
    limit: 'upload',
    /** `type` (or `imageType`) selects the field that carries the picture. */
    body: z.object({
      type: image.optional(),
      imageType: image.optional(),
      icon: newPicture.optional(),
      logo: newPicture.optional(),
      logoDarkmode: newPicture.optional(),
    }),
    pictures: ['icon', 'logo', 'logoDarkmode'],
    reply: tenantSummary,
    errors: ['usage.storage', 'upload.type', 'upload.size', 'upload.noSpace'],
  },
  remove: {
    route: 'DELETE /Tenant/Delete/:id',
    summary: 'Delete an organization after canceling its subscriptions at the provider',
    access: withStepUp(member({ role: Role.Owner, of: 'id', whenReadOnly: true, inPerson: true })),
    errors: ['tenant.isOperators', 'billing.refused', 'billing.providerUnavailable'],
  },
  getAllOfAll: {
    route: 'GET /Tenant/Admin/GetAll',
    summary: 'All organizations with their members and products',
    access: operatorOf('billing'),
    query: listParams(tenantList),
    reply: z.array(operatorTenantSummary),
    paged: true,
  },
  exportOfAll: {
    route: 'GET /Tenant/Admin/Export',
    summary: 'All organizations as CSV',
    access: operatorOf('billing'),
    query: orderedParams(tenantList),
    file: 'text/csv',
  },
  removeOfAny: {
    route: 'DELETE /Tenant/Admin/Delete/:id',
    summary: 'Delete any organization after canceling its subscriptions at the provider',
    access: withStepUp(operator),
    errors: ['tenant.isOperators', 'billing.refused', 'billing.providerUnavailable'],
  },
  create: {
    route: 'POST /Tenant/Create',
    summary: 'Create an organization with a plan; it becomes the current one',
    access: inPerson,
    limit: 'register',
    once: true,
    body: z.object({
      name: requiredName(200),
      selectedSubscription,
      appTheme: z.enum(backgrounds).optional(),
      appColor: z.enum(colors).optional(),
    }),
    reply: signInReply,
    errors: ['account.verify.organizationTaken', 'account.login.unverified', ...planErrors],
  },
});
