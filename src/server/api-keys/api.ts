import type { apiKeys } from '#contract/api-keys/api-keys.ts';
import type { Handlers } from '#server/http/contract/routes.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './service/keys.ts';

export const apiKeysApi = (): Handlers<typeof apiKeys> => ({
  getAll: ({ tenant }) => listApiKeys(tenant),
  create: ({ body, ...admin }) => createApiKey(admin, body),
  rotate: ({ tenant, params, body }) => rotateApiKey(tenant, { ...params, ...body }),
  revoke: ({ tenant, params }) => revokeApiKey(tenant, params.id),
});
