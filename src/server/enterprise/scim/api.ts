import type { scim } from '#contract/scim/scim.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { createToken, listTokens, revokeToken } from './service/tokens.ts';

export const scimApi = (context: AppContext): Handlers<typeof scim> => ({
  getTokens: ({ tenant }) => listTokens(tenant),
  createToken: ({ body, ...owner }) => createToken(context, owner, body.days),
  revokeToken: ({ tenant, params }) => revokeToken(tenant, params.id),
});
