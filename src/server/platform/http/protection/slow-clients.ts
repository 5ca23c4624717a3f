import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time limits for slow clients, in milliseconds; `checkInterval` is the interval between checks. */
export type ClientTimeouts = {
  /** Maximum time for the head of a request, from the start of the connection. */
  head: number;
  /** Maximum time for a body; for an upload, the maximum time without progress. */
  body: number;
  /** Maximum time in which a client reads nothing of a response. */
  read: number;
  /** Idle time of a kept-alive connection; longer than a proxy keeps one. */
  keepAlive: number;
  checkInterval: number;
};

export const defaultTimeouts: ClientTimeouts = {
  head: 8_000,
  body: 15_000,
  read: 60_000,
  keepAlive: 72_000,
  checkInterval: 1_000,
};

const hour = 3_600_000;

/**
 * Returns the settings for Node: a request takes at most an hour, its head at most 16 KiB. The number of
 * requests per connection is unlimited: Node would refuse further ones, and calls are limited anyway.
 */
export const serverTimeouts = ({ head, read, keepAlive, checkInterval }: ClientTimeouts) => ({
  requestTimeout: hour,
  connectionTimeout: read,
  keepAliveTimeout: keepAlive,
  http: {
    headersTimeout: head,
    connectionsCheckingInterval: checkInterval,
    maxHeaderSize: 16 * 1024,
    // Other upgrades are ignored, and their requests answered over HTTP/1.1 (RFC 9110 §7.8).
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      /\bwebsocket\b/i.test(headers.upgrade ?? ''),
  },
});

/**
 * Keeps connections open while a response is in progress. Node closes an idle connection after
 * `connectionTimeout` even if the server has not responded: with a slow payment provider the caller would
 * lose the response, but not the charge. Clients that don't read what was sent are still disconnected.
 */
export const keepOpenWhileResponding = (app: FastifyInstance) =>
  app.addHook('onRequest', (_request, { raw }, next) => {
    raw.on('timeout', (socket: Socket) => {
      if (raw.writableLength > 0 || socket.writableLength > 0) socket.destroy();
    });
    next();
  });

/**
 * Requires a body within `patience` milliseconds. An upload may take up to an hour while it makes
 * progress in each interval; after a refusal, the connection ends at the next check.
 */
export const closeSlowBodies = (app: FastifyInstance, patience: number) =>
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const length = raw.headers['content-length'] ?? raw.headers['transfer-encoding'] ?? '0';
    // Requests in process have no socket, and their bodies arrive complete.
    if (length === '0' || !(raw.socket instanceof Socket)) return;
    let heard = 0;
    const look = () => {
      const { bytesRead } = raw.socket;
      const comes = bytesRead > heard && !reply.raw.writableEnded;
      heard = bytesRead;
      if (!raw.complete && !(routeOptions.config.upload && comes)) raw.destroy();
    };
    const timer = setInterval(look, patience).unref();
    raw.once('close', () => clearInterval(timer));
  });

/** Maximum of bytes of a refused body that are read and discarded. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Returns the milliseconds after which the rest of a body is read, so that one connection sends at most
 * 16 MiB/s on average: Node reads as fast as clients send, which occupies the processor.
 */
const pauseFor = ({ 'content-length': length }: IncomingMessage['headers']) =>
  Math.min(Number(length ?? Infinity) / (16 * 1024 * 1024), 1) * 1_000;

/**
 * Reads and discards the rest of a refused body before a response that closes the connection, for at
 * most `patience` milliseconds. The kernel resets a connection that is closed with unread bytes, and a
 * client that sends everything before it reads would lose the response. On a kept-alive connection Node
 * discards the rest itself, until `closeSlowBodies` closes it.
 */
export const discardRefusedBodies = (app: FastifyInstance, patience: number) =>
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket } = raw;
    if (raw.complete || !(socket instanceof Socket)) return;
    await sleep(pauseFor(raw.headers));
    if (raw.complete) return;
    // Without its reader the rest would stay unread, and with it the next request of the connection.
    raw.unpipe().resume();
    if (reply.raw.shouldKeepAlive) return;
    const last = socket.bytesRead + maxDiscardedBytes;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience).unref();
      raw.once('close', resolve).once('close', () => clearTimeout(timer));
      raw.on('data', () => socket.bytesRead > last && resolve());
    });
  });

/** Maximum of concurrent requests on one connection. Browsers and proxies send one at a time. */
const maxPipelined = 10;

/**
 * Limits pipelining: closes a connection with too many unanswered requests, since the responses to a
 * packet full of them would all be generated and held in memory.
 */
export function limitPipelining({ server }: FastifyInstance) {
  const underWay = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (change: 1 | -1) => {
      const requests = (underWay.get(socket) ?? 0) + change;
      underWay.set(socket, requests);
      return requests;
    };
    response.once('close', () => count(-1));
    if (count(1) > maxPipelined) socket.destroy();
  });
}
