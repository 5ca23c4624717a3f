import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { hubPath } from '#contract/realtime.ts';
import type { ConnectedUser } from './connection.ts';
import type { Hub } from './hub.ts';
import { streamTransport } from './transports.ts';

type Options = {
  hub: Hub;
  /** Returns the user of a request that may connect; throws the refusal. */
  admit: (request: FastifyRequest) => Promise<ConnectedUser>;
  /** Counts connection attempts; throws above the limit. */
  countConnection: (request: IncomingMessage) => void;
  /** Maximum size of what a client posts, in bytes. */
  bodyLimit: number;
};

const connection = z.object({ id: z.uuid() });

/** Returns the id of the connection that a request names; without one there is nothing at the path. */
function idOf({ query }: FastifyRequest) {
  const { data } = connection.safeParse(query);
  if (!data) throw new Failure('notFound');
  return data.id;
}

const config = { kind: 'hub' } as const;

const negotiation = {
  negotiateVersion: 1,
  availableTransports: ['WebSockets', 'ServerSentEvents'].map((transport) => ({
    transport,
    transferFormats: ['Text'],
  })),
};

/**
 * Serves SignalR's negotiation and, for networks that block WebSockets, its server-sent events (R-RTM-04): the hub's
 * messages come as an event stream, the client's by POST.
 */
export function serveHubRoutes(app: FastifyInstance, options: Options) {
  const { hub, admit, countConnection, bodyLimit } = options;
  app.post(`${hubPath}/negotiate`, { schema: { hide: true }, config }, async (request) => {
    await admit(request);
    const id = randomUUID();
    return { ...negotiation, connectionId: id, connectionToken: id };
  });
  const users = new WeakMap<FastifyRequest, ConnectedUser>();
  const onRequest = async (request: FastifyRequest) => {
    idOf(request);
    users.set(request, await admit(request));
  };
  /** Returns the user that `onRequest` has found. */
  const userOf = (request: FastifyRequest) => {
    const user = users.get(request);
    if (!user) throw new Failure('unauthorized');
    return user;
  };
  const route = { schema: { hide: true }, onRequest, config };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
      done(null, text);
    });
    scope.post(hubPath, { ...route, bodyLimit }, async (request, reply) => {
      await hub.post(userOf(request), idOf(request), String(request.body ?? ''));
      return reply.code(202).send();
    });
  });
  const stream = {
    ...route,
    exposeHeadRoute: false,
    config: { ...config, isStream: true } as const,
  };
  app.get(hubPath, stream, async (request, reply) => {
    const [user, id] = [userOf(request), idOf(request)];
    countConnection(request.raw);
    if (!hub.canConnect(user.user, id)) throw new Failure('tooManyRequests');
    hub.connect(streamTransport(reply), user, id);
    return reply;
  });
}
