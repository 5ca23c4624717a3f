import type { Access } from '#contract/access.ts';
import { apiKeys } from '#contract/api-keys/api-keys.ts';
import { archives } from '#contract/archives/archives.ts';
import { policies } from '#contract/calls/policies.ts';
import { chat } from '#contract/chat/chat.ts';
import { imports } from '#contract/imports/imports.ts';
import { scim } from '#contract/scim/scim.ts';
import { domains } from '#contract/sso/domains.ts';
import { sso } from '#contract/sso/sso.ts';
import { webhooks } from '#contract/webhooks/webhooks.ts';
import type { CapabilityTiers } from './comparison.ts';

const tierOf = ({ access }: { access: Access }) => ('tier' in access ? access.tier : 0);

/** Lowest tier of each capability: the one that the guard requires for its call. */
export const capabilityTiers: CapabilityTiers = {
  chat: tierOf(chat.endpoints.getMessages),
  imports: tierOf(imports.endpoints.create),
  policies: tierOf(policies.endpoints.update),
  sso: tierOf(sso.endpoints.activate),
  domains: tierOf(domains.endpoints.verify),
  scim: tierOf(scim.endpoints.createToken),
  apiKeys: tierOf(apiKeys.endpoints.create),
  webhooks: tierOf(webhooks.endpoints.create),
  archives: tierOf(archives.endpoints.create),
};
