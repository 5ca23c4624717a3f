import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { Failure } from '#contract/errors.ts';
import { hubPath } from '#contract/realtime.ts';
import type { Database } from '#server/database/database.ts';
import { listen } from '#server/database/listen.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { Connection } from './connection.ts';
import { Hub } from './hub.ts';
import { personOf } from './members.ts';
import { channel } from './notices.ts';

const beatMs = 10_000;
/** A session that runs out tells nobody: seen within this time. */
const lookMs = 3_000;
/** A message of the longest text, escaped as JSON may need it. */
const largestFrame = 32 * 1024;
/** Of one message: none of them is counted before the last one is there. */
const mostFragments = 64;

type Options = {
  database: Database;
  direct: OpenDatabase['direct'];
  /** Where visitors reach the product. */
  origin: () => string;
  /** Whether one person's connections and messages are counted. */
  isLimited: boolean;
  /** Counts who connects, before anything is asked for them; throws when it is too often. */
  limits: { connection: (request: IncomingMessage) => void };
};

/** What the rest of the server does with the hub. */
export interface ServedHub {
  /** Sends everybody away, to come back elsewhere. */
  sendAway: () => void;
  /** How many sockets this process holds. */
  sockets: () => number;
}

/**
 * The realtime hub at `/hub`, on the server's own port: SignalR's `negotiate` and JSON protocol over
 * WebSocket (section 7). Any process can take any connection: nothing is remembered between the two
 * requests of a client.
 */
export const serveHub = (app: FastifyInstance, options: Options): ServedHub => {
  const { database, direct, origin, isLimited, limits } = options;
  const hub = new Hub({ database, isLimited, logger: app.log });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestFrame,
    maxFragments: mostFragments,
  });
  app.post(`${hubPath}/negotiate`, { schema: { hide: true } }, async (request) => {
    if (!(await personBehind(database, request.raw))) throw new Failure('unauthorized');
    const id = randomUUID();
    return { ...negotiation, connectionId: id, connectionToken: id };
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (pathOf(request) === hubPath) void upgrade(request, socket, head);
    // While developing, others wait for sockets of their own.
    else if (app.server.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found');
  });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (!isFromHere(request, origin())) return refuse(socket, '403 Forbidden');
    try {
      limits.connection(request);
    } catch {
      return refuse(socket, '429 Too Many Requests');
    }
    const person = await personBehind(database, request).catch(() => undefined);
    if (person === undefined) return refuse(socket, '503 Service Unavailable');
    if (person === null) return refuse(socket, '401 Unauthorized');
    if (!hub.hasRoomFor(person.user)) return refuse(socket, '429 Too Many Requests');
    sockets.handleUpgrade(request, socket, head, (open) => {
      hub.add(
        new Connection(open, person, {
          count: hub.counterFor(person.user),
          onInvocation: (connection, invocation) => void hub.invoke(connection, invocation),
          onClose: (connection) => hub.remove(connection),
        }),
      );
    });
  };

  const deafen = listen(direct, channel, {
    onNotice: (payload) => hub.hear(payload),
    onListening: () => hub.lookAround(),
  });
  const timers = [
    setInterval(() => hub.beat(), beatMs).unref(),
    setInterval(() => hub.lookAround(), lookMs).unref(),
  ];
  app.addHook('preClose', async () => {
    for (const timer of timers) clearInterval(timer);
    hub.endAll();
    await deafen();
  });
  return { sendAway: () => hub.endAll(), sockets: () => sockets.clients.size };
};

const negotiation = {
  negotiateVersion: 1,
  availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
};

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0]?.toLowerCase();

/** The token travels as a bearer; a browser cannot set that for a socket and names it in the query. */
const personBehind = async (database: Database, { url = '', headers }: IncomingMessage) => {
  const bearer = headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
  const token = bearer ?? URL.parse(url, 'http://hub')?.searchParams.get('access_token');
  if (!token || !/^[\w-]{1,200}$/.test(token)) return null;
  return personOf(database, createHash('sha256').update(token).digest());
};

/** A page elsewhere may not open a socket here, even with somebody's token; programs name no origin. */
const isFromHere = ({ headers }: IncomingMessage, own: string) => {
  if (headers.origin === undefined) return true;
  const from = URL.parse(headers.origin);
  return from !== null && (from.host === headers.host || from.origin === URL.parse(own)?.origin);
};

/** Ends the connection with the answer: nobody looks after it any more, and more may still come. */
const refuse = (socket: Duplex, status: string) => {
  const headers = 'Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 0';
  socket.once('error', () => socket.destroy()).once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`);
};
