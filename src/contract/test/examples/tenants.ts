import type { tenants } from '#contract/tenants.ts';
import { newOrganizationName, tinyPicture, type Examples } from './example.ts';

const params = { id: 'tenant' } as const;

export const tenantExamples: Examples<typeof tenants> = {
  calls: {
    get: { params },
    create: {
      body: ({ free }) => ({
        name: newOrganizationName(),
        selectedSubscription: { subscriptionPriceId: free },
      }),
      audit: 'tenant.created',
    },
    update: {
      params,
      body: () => ({ name: newOrganizationName(), appTheme: 'dark', appColor: 'red' }),
      audit: 'tenant.changed',
    },
    updateImage: {
      params,
      body: () => ({ type: 'icon', icon: tinyPicture }),
      audit: 'tenant.changed',
    },
    remove: { params, audit: 'tenant.removed' },
    removeOfAny: { params, audit: 'tenant.removed' },
  },
};
