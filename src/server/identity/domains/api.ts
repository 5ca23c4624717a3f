import type { domains } from '#contract/sso/domains.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { addDomain, listDomains, removeDomain, verifyDomain } from './service/manage.ts';

export const domainsApi = (context: AppContext): Handlers<typeof domains> => ({
  getAll: ({ tenant }) => listDomains(tenant),
  add: ({ tenant, body }) => addDomain(tenant, body.domain),
  verify: ({ tenant, params }) => verifyDomain(context, tenant, params.id),
  remove: ({ params, ...caller }) => removeDomain(context, caller, params.id),
});
