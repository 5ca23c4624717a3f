import type { policies } from '#contract/calls/policies.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { findSignIn, getEntry, listMembersWithoutFactor } from './service/entry.ts';
import { getPolicies, updatePolicies } from './service/policies.ts';

export const policiesApi = (context: AppContext): Handlers<typeof policies> => ({
  get: ({ tenant }) => getPolicies(tenant),
  update: ({ body, ...caller }) => updatePolicies(context, caller, body),
  getEntry: ({ session, params }) => getEntry(context.database, session, params.tenantId),
  getMembersWithoutFactor: ({ tenant }) => listMembersWithoutFactor(tenant),
  findSignIn: ({ body }) => findSignIn(context.database, body.domain),
});
