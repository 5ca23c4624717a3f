import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { notifications } from '#contract/notifications/notifications.ts';
import { opaqueText } from '#contract/shapes.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { list } from './service/list.ts';
import { markAllRead, markRead } from './service/mark-read.ts';
import { getUnsubscription, listSettings, unsubscribe, updateSetting } from './service/settings.ts';

export const notificationsApi = (context: AppContext): Handlers<typeof notifications> => ({
  getAll: async ({ tenant, query }) => list(await tenant.authorized(), query),
  markRead: ({ tenant, session, params }) => markRead({ tenant, session }, params.id),
  markAllRead: ({ tenant, session, params }) => markAllRead({ tenant, session }, params.id),
  getSettings: ({ session }) => listSettings(context.database, session),
  updateSetting: ({ session, params, body }) =>
    updateSetting(context.database, session, { ...params, setting: body }),
  getUnsubscription: async ({ params }) => ({
    kind: getUnsubscription(context, params.token).kind,
  }),
  unsubscribe: ({ params }) => unsubscribe(context, params.token),
});

const querystring = z.object({ token: opaqueText(200) });

/** Answers the one-click POST of mail clients to the address of the page (RFC 8058). */
export const serveUnsubscribe = (app: FastifyInstance, context: AppContext) =>
  app.post(
    '/unsubscribe',
    { schema: { hide: true, querystring }, config: { ignoresBody: true } },
    async (request, reply) => {
      await unsubscribe(context, (request.query as z.infer<typeof querystring>).token);
      return reply.code(204).send();
    },
  );
