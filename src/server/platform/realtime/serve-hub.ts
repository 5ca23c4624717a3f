import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { Failure } from '#contract/errors.ts';
import { hubPath } from '#contract/realtime.ts';
import { listen } from '#server/platform/database/driver/listen.ts';
import type { OpenDatabase } from '#server/platform/database/open.ts';
import { serveHubRoutes } from './hub-routes.ts';
import { Hub } from './hub.ts';
import { findConnectedUser } from './membership.ts';
import { hubChannel } from './notifications.ts';
import { socketTransport } from './transports.ts';

const pingIntervalMs = 10_000;
/** Milliseconds between two checks of all connections: an expiring session causes no notification. */
const recheckIntervalMs = 3_000;
/** Maximum size in bytes of a message, and of several that are posted: the longest text with JSON escapes. */
const maxFrameBytes = 32 * 1024;
/** Maximum number of fragments of a message: fragments are not counted before the message is complete. */
const maxFragments = 64;

/** Site of a request: the host that it names, and the organization whose own address that is. */
type HubSite = { kind: string; name: string | null; owner: { tenant: string } | null };

type Options = Omit<ConstructorParameters<typeof Hub>[0], 'logger'> & {
  direct: OpenDatabase['direct'];
  origin: () => string;
  /** Returns the site that a request is for, which may be an organization's own address. */
  siteOfRequest: (request: IncomingMessage) => Promise<HubSite>;
  /** Returns the hash that a session has in the database; a session works only where it was opened. */
  sessionHash: (token: string, address: string | null) => Buffer;
  /** Counts connection attempts before authentication; throws above the limit. */
  limits: { connection: (request: IncomingMessage) => void };
  /** Logs the cause of a refusal that the server is responsible for. */
  logRefusal: (refusal: { route: string; status: number }, cause: unknown) => void;
};

/**
 * Serves the realtime hub at `/hub` on the server's own port: SignalR's `negotiate` and JSON protocol over WebSocket
 * and, where a network blocks that, server-sent events (R-RTM-01, R-RTM-04). Any process can take any request.
 */
export function serveHub(app: FastifyInstance, options: Options) {
  const { direct, origin, limits, siteOfRequest } = options;
  const authenticate = authenticator(options);
  const hub = new Hub({ ...options, logger: app.log });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, maxFragments });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) === hubPath) void upgrade(request, socket, head);
    // In development Vite handles upgrades on the same server (hot reload).
    else if (app.server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found');
  });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    const answerFailure = failureAnswerer(options, socket);
    const site = await siteOfRequest(request).catch(answerFailure);
    if (site === undefined) return;
    if (!isAllowedOrigin(request, site, origin())) return refuse(socket, '403 Forbidden');
    try {
      limits.connection(request);
    } catch {
      return refuse(socket, '429 Too Many Requests');
    }
    const person = await authenticate(request, site.owner).catch(answerFailure);
    if (person === undefined) return;
    if (person === null) return refuse(socket, '401 Unauthorized');
    if (!hub.canConnect(person.user)) return refuse(socket, '429 Too Many Requests');
    sockets.handleUpgrade(request, socket, head, (open) => {
      hub.connect(socketTransport(open), person);
    });
  };
  const admit = async (request: FastifyRequest) => {
    const isAllowed = isAllowedOrigin(request.raw, request.site, origin());
    const person = isAllowed && (await authenticate(request.raw, request.site.owner));
    if (!person) throw new Failure('unauthorized');
    return person;
  };
  const countConnection = limits.connection;
  serveHubRoutes(app, { hub, admit, countConnection, bodyLimit: maxFrameBytes });

  const { stop: stopListening, isLive } = receiveNotifications(direct, hub);
  const pings = setInterval(() => void hub.pingAll(), pingIntervalMs).unref();
  const checks = setInterval(() => void hub.recheckUnlessBusy(), recheckIntervalMs).unref();
  app.addHook('preClose', async () => {
    for (const timer of [pings, checks]) clearInterval(timer);
    hub.closeAll();
    await stopListening();
  });
  return {
    /** Closes all connections; clients reconnect to another process. */
    disconnectAll: () => hub.closeAll(),
    sockets: hub.countConnections,
    /** Returns true while notifications of the database arrive. */
    isLive,
  };
}

/** Passes notifications of the database to the hub, and tells whether they arrive. */
function receiveNotifications(direct: Options['direct'], hub: Hub) {
  let isLive = false;
  const stop = listen(direct, hubChannel, {
    onNotification: (payload) => hub.receive(payload),
    onListening: () => {
      isLive = true;
      void hub.recoverNotifications();
    },
    onLost: () => (isLive = false),
  });
  return { stop, isLive: () => isLive };
}

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0]?.toLowerCase();

/** Returns the function that finds the user of a token: a bearer or, as browsers set no headers on sockets, in the query. */
const authenticator =
  ({ database, sessionHash }: Options) =>
  async ({ url = '', headers }: IncomingMessage, owner: HubSite['owner']) => {
    const bearer = headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
    const token = bearer ?? URL.parse(url, 'http://hub')?.searchParams.get('access_token');
    if (!token || !/^[\w-]{1,200}$/.test(token)) return null;
    const address = owner?.tenant ?? null;
    return findConnectedUser(database, { tokenHash: sessionHash(token, address), address });
  };

/**
 * Returns true for requests without an origin (programs) and for pages of this site: a page of another
 * site must not open a socket, even with a valid token. No socket opens at a host that is no site.
 */
function isAllowedOrigin(
  { headers }: IncomingMessage,
  { kind, name, owner }: HubSite,
  own: string,
) {
  if (kind === 'unknown') return false;
  if (headers.origin === undefined) return true;
  const from = URL.parse(headers.origin);
  if (owner !== null) return from?.hostname.replace(/\.$/, '') === name;
  return from !== null && (from.host === headers.host || from.origin === URL.parse(own)?.origin);
}

/** Answers and closes a socket, whose errors no other code handles while the client still sends. */
function refuse(socket: Duplex, status: string) {
  const headers = 'Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 0';
  socket.once('error', () => socket.destroy()).once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`);
}

/** Returns the function that refuses a socket because of the server, and logs the cause (R-OPR-16). */
const failureAnswerer =
  ({ logRefusal }: Pick<Options, 'logRefusal'>, socket: Duplex) =>
  (error: unknown): undefined => {
    logRefusal({ route: `GET ${hubPath}`, status: 503 }, error);
    refuse(socket, '503 Service Unavailable');
  };
