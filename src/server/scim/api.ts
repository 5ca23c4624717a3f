import type { scim } from '#contract/scim/scim.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { createToken, listTokens, revokeToken } from './service/tokens.ts';

export const scimApi = (): Handlers<typeof scim> => ({
  getTokens: ({ tenant }) => listTokens(tenant),
  createToken: ({ tenant, body }) => createToken(tenant, body.days),
  revokeToken: ({ tenant, params }) => revokeToken(tenant, params.id),
});
