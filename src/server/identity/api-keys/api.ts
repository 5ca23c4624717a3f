import type { apiKeys } from '#contract/api-keys/api-keys.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './service/keys.ts';

export const apiKeysApi = (context: AppContext): Handlers<typeof apiKeys> => ({
  getAll: ({ tenant }) => listApiKeys(tenant),
  create: ({ body, ...admin }) => createApiKey(context, admin, body),
  rotate: ({ params, body, ...admin }) => rotateApiKey(context, admin, { ...params, ...body }),
  revoke: ({ tenant, params }) => revokeApiKey(tenant, params.id),
});
