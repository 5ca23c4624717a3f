import { tenants } from '#contract/tenants.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { operatorExport } from '#server/platform/http/lists/operator-export.ts';
import { listAllTenants, removeAnyTenant } from './service/all-tenants.ts';
import { getCurrentTenant, listTenantsOfUser } from './service/summaries.ts';
import { removeTenant, update, updateImage } from './service/update.ts';

export const tenantsApi = (context: AppContext): Omit<Handlers<typeof tenants>, 'create'> => ({
  getAll: ({ session }) => listTenantsOfUser(context.database, session.user),
  getCurrent: async ({ tenant }) => getCurrentTenant(await tenant.authorized()),
  get: async ({ tenant }) => getCurrentTenant(await tenant.authorized()),
  update: ({ session, tenant, body }) => update(tenant, session, body),
  updateImage: (call) => updateImage(context, call),
  remove: ({ tenant }) => removeTenant(context, tenant.id),
  getAllOfAll: ({ query }) => listAllTenants(context.database, query),
  exportOfAll: operatorExport(context.database, {
    name: 'organizations',
    access: tenants.endpoints.exportOfAll.access,
    read: listAllTenants,
    columns: [
      'id',
      'name',
      'subdomain',
      'domain',
      { plan: ({ products: [current] }) => current?.subscriptionProduct.title },
      { tier: ({ products: [current] }) => current?.subscriptionProduct.tier },
      { status: ({ products: [current] }) => current?.status },
      { members: ({ usersCount }) => usersCount },
      { customer: ({ subscriptionCustomerId }) => subscriptionCustomerId },
      {
        yearlyRevenue: ({ revenue }) =>
          revenue.map(({ currency, yearly }) => `${currency} ${yearly}`).join('; '),
      },
      { suspendedAt: ({ suspension }) => suspension?.since },
      'lastActiveAt',
      'createdAt',
    ],
  }),
  removeOfAny: ({ params }) => removeAnyTenant(context, params.id),
});
