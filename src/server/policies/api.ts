import type { policies } from '#contract/calls/policies.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { findSignIn, getEntry, listMembersWithoutFactor } from './service/entry.ts';
import { getPolicies, updatePolicies } from './service/policies.ts';

export const policiesApi = ({ database }: AppContext): Handlers<typeof policies> => ({
  get: ({ tenant }) => getPolicies(tenant),
  update: ({ tenant, session, body }) => updatePolicies(tenant, session, body),
  getEntry: ({ session, params }) => getEntry(database, session, params.tenantId),
  getMembersWithoutFactor: ({ tenant }) => listMembersWithoutFactor(tenant),
  findSignIn: ({ body }) => findSignIn(database, body.domain),
});
