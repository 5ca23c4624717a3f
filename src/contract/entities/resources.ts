import { defineFields } from './fields.ts';

/**
 * A file that the operator offers for download. It requires the lowest of the tiers and the least
 * powerful of the roles; an empty list admits everyone (R-RES-02).
 */
export const resourceFields = defineFields({
  title: { kind: 'String' },
  description: { kind: 'TextArea', optional: true },
  type: { kind: 'ResourceFileType' },
  tiers: { kind: 'SubscriptionProducts' },
  roles: { kind: 'TenantUserRoles' },
});
