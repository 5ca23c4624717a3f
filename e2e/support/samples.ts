import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Role } from '#contract/access.ts';
import { FileType } from '#contract/entities/resources.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { openAsOperator } from './operator.ts';
import type { ProductServer } from './server.ts';
import { createTenantRecords } from './tenant-records.ts';
import { createVerifiedOwner } from './users.ts';

/** Fills in the parameters of a route with samples; optional parts are left out. */
export const filled = (address: string, samples: Record<string, string>) => {
  const short = address.replaceAll(/\/:\w+\?/g, '');
  if (!short.includes('/:')) return short;
  const sample = samples[short];
  if (!sample) throw new Error(`Add a sample of ${short} to e2e/support/samples.ts`);
  return sample;
};

/** Creates an organization with one record of each kind, for the addresses with parameters. */
export const createSampleData = async (origin: string) => {
  const owner = await createVerifiedOwner(origin, 'Unlimited');
  const { api } = owner;
  const guest = { email: `bia-${owner.email}`, firstName: 'Bia', lastName: 'Lima' };
  const records = await createTenantRecords(api);
  const member = await api.invitations.invite({ body: { ...guest, role: 3 } });
  const { link } = await api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const portal = await api.subscriptions.createPortalSession();
  const samples = {
    '/blog/:slug': '/blog/backtest-honesto',
    '/invite/:link': `/invite/${link}`,
    '/account/sso/callback/:organization': `/account/sso/callback/${owner.tenant}`,
    '/sandbox/payments/portal/:session': new URL(portal.url).pathname,
    '/sandbox/payments/invoices/:id': '/sandbox/payments/invoices/in_unknown',
    ...records,
    '/app/settings/organization/members/edit/:id': `/app/settings/organization/members/edit/${member.id}`,
  };
  return { owner, guest, samples };
};

/** Returns samples for the operator's addresses with a product, a price or a feature. */
const productSamples = ([product]: SubscriptionProduct[]) => {
  const [base, of] = ['/admin/products', `/admin/products/${product?.id}`];
  return {
    [`${base}/:id`]: of,
    [`${base}/:id/edit`]: `${of}/edit`,
    [`${base}/:id/prices/new`]: `${of}/prices/new`,
    [`${base}/:id/prices/new/:currency`]: `${of}/prices/new/brl`,
    [`${base}/:id/features/new`]: `${of}/features/new`,
    [`${base}/:id/features/:featureId/edit`]: `${of}/features/${product?.features[0]?.id}/edit`,
    [`${base}/prices/:id/edit`]: `${base}/prices/${product?.prices[0]?.id}/edit`,
  };
};

/** Signs the operator in, and creates records for the operator's addresses with parameters. */
export const createOperatorSamples = async (page: Page, server: ProductServer) => {
  const tried = await createVerifiedOwner(server.url, 'Pro');
  const { tenant, api } = await openAsOperator(page, server);
  const body = { title: 'Robô', type: FileType.Zip, tiers: [2], roles: [Role.Member] };
  const resource = await api.resources.create({ body });
  const code = `ACESSO${randomUUID().slice(0, 8).toUpperCase()}`;
  const terms = { code, percentOff: 20, duration: 'once' } as const;
  const coupon = await api.coupons.create({ body: terms });
  const announcement = await api.announcements.create({
    body: {
      severity: 'information',
      texts: { 'pt-BR': { title: 'Manutenção', text: 'Hoje às 22h' } },
      startsAt: '2099-01-01T00:00:00Z',
    },
  });
  return {
    '/admin/announcements/:id': `/admin/announcements/${announcement.id}`,
    '/admin/coupons/:id': `/admin/coupons/${coupon.id}`,
    '/admin/users/:tenantId': `/admin/users/${tenant}`,
    '/admin/tenants/:tenantId/overview': `/admin/tenants/${tried.tenant}/overview`,
    '/admin/tenants/:tenantId/usage': `/admin/tenants/${tried.tenant}/usage`,
    '/admin/tenants/:tenantId/support': `/admin/tenants/${tried.tenant}/support`,
    '/admin/resources/:id/edit': `/admin/resources/${resource.id}/edit`,
    ...productSamples(await api.products.getAll()),
  };
};
