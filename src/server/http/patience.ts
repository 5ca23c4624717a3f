import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How many milliseconds the server waits for whoever is slow, and how often it looks. */
export type Patience = {
  /** Until the head of a request is there, from the moment that somebody connects. */
  head: number;
  /** Until a body is there; until more of an upload is. */
  body: number;
  /** Until somebody who is sent something takes more of it. */
  silence: number;
  /** Until the next request on the same connection; longer than a proxy waits. */
  next: number;
  look: number;
};

export const usualPatience: Patience = {
  head: 8_000,
  body: 15_000,
  silence: 60_000,
  next: 72_000,
  look: 1_000,
};

const hour = 3_600_000;

/**
 * What Node is told of it: a request ends within an hour, its head has at most 16 KiB. A connection may
 * bring any number: Node would refuse the next ones of a client that keeps it, and calls are counted.
 */
export const waits = ({ head, silence, next, look }: Patience) => ({
  requestTimeout: hour,
  connectionTimeout: silence,
  keepAliveTimeout: next,
  http: {
    headersTimeout: head,
    connectionsCheckingInterval: look,
    maxHeaderSize: 16 * 1024,
    // Other upgrades are ignored, and their requests answered over HTTP/1.1 (RFC 9110 §7.8).
    shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
      /\bwebsocket\b/i.test(headers.upgrade ?? ''),
  },
});

/**
 * Keeps a connection whose answer we are still working on. Node ends one on which nothing moved for
 * `connectionTimeout`, also when it is we who have not answered yet: a slow payment provider would
 * cost the caller the answer, not the charge. A client that does not take what was sent still goes.
 */
export const keepWhileWorking = (app: FastifyInstance) =>
  app.addHook('onRequest', (_request, { raw }, next) => {
    raw.on('timeout', (socket: Socket) => {
      if (raw.writableLength > 0 || socket.writableLength > 0) socket.destroy();
    });
    next();
  });

/**
 * A body arrives within `patience` milliseconds. That of an upload may take an hour, as long as
 * something of it arrives each time; nothing more is heard of one that was refused already.
 */
export const endSlowBodies = (app: FastifyInstance, patience: number) =>
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const length = raw.headers['content-length'] ?? raw.headers['transfer-encoding'] ?? '0';
    // What the house asks itself comes on no line, and all at once.
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

/** Bytes of a refused body that are read and dropped. */
const mostDiscarded = 64 * 1024 * 1024;

/**
 * Reads and drops the rest of a refused body before a response that ends the connection, for
 * `patience` milliseconds at most. The kernel resets a connection that is closed with unread bytes, and
 * a client that sends everything before it reads would lose the response. Where the connection goes on,
 * Node drops the rest itself, until `endSlowBodies` ends it.
 */
export const discardRests = (app: FastifyInstance, patience: number) =>
  app.addHook('onSend', async ({ raw }, reply) => {
    const { socket } = raw;
    if (raw.complete || reply.raw.shouldKeepAlive || !(socket instanceof Socket)) return;
    const last = socket.bytesRead + mostDiscarded;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience).unref();
      raw.once('close', resolve).once('close', () => clearTimeout(timer));
      raw.unpipe().on('data', () => socket.bytesRead > last && resolve());
      raw.resume();
    });
  });

/** How many requests one connection may have under way. Browsers and proxies have one. */
const mostUnderWay = 10;

/**
 * Ends a connection that asks on and on without waiting for answers: a packet of such requests would
 * have the answers to all of them made and kept at once.
 */
export const endBarrages = (app: FastifyInstance) => {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, next) => {
    const { socket } = request.raw;
    const count = (change: 1 | -1) => underWay.set(socket, (underWay.get(socket) ?? 0) + change);
    count(1);
    reply.raw.once('close', () => count(-1));
    if (!socket.destroyed && (underWay.get(socket) ?? 0) <= mostUnderWay) return next();
    reply.hijack();
    socket.destroy();
  });
};
