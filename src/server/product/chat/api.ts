import type { chat } from '#contract/chat/chat.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { list, markSeen } from './service.ts';

export const chatApi = (): Handlers<typeof chat> => ({
  getMessages: async ({ tenant, query }) => list(await tenant.authorized(), query),
  markRead: ({ tenant, session, params }) => markSeen({ tenant, session }, params.position),
});
