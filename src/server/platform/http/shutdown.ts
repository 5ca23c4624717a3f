import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Graceful shutdown of a process (R-REL-02). */
export type Shutdown = ReturnType<typeof prepareShutdown>;

type Options = {
  /** Disconnects long-lived clients, such as sockets, once no new connection can open. */
  onClosed: () => void;
  /** Milliseconds that a new connection has for its first request. */
  firstRequestMs?: number;
};

const answerTimeoutMs = 20_000;
/** Limit of waiting for clients that keep opening connections during shutdown, in milliseconds. */
const acceptTimeoutMs = 2_000;
/** Number of idle checks in a row that count as quiet, however slowly the event loop turns. */
const quietChecks = 10;
const checkIntervalMs = 20;

/** Resolves after a period without activity. */
async function untilQuiet(isQuiet: () => boolean) {
  for (let quiet = 0; quiet < quietChecks; quiet = isQuiet() ? quiet + 1 : 0)
    await sleep(checkIntervalMs);
}

/**
 * Returns a function that is true while a new connection may still send its first request: a busy client sends
 * it later than a quiet period, a browser that only preconnects never.
 */
function firstRequests(server: FastifyInstance['server'], limitMs: number) {
  const opened = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    opened.set(socket, performance.now());
    socket.once('close', () => opened.delete(socket));
  });
  server.on('request', ({ socket }) => opened.delete(socket));
  return () => [...opened.values()].some((at) => at > performance.now() - limitMs);
}

/** Prepares the shutdown of a server: once it starts, every response closes its connection. */
export function prepareShutdown(
  app: FastifyInstance,
  { onClosed, firstRequestMs = acceptTimeoutMs }: Options,
) {
  let isShuttingDown = false;
  let isDraining = false;
  let connections = 0;
  let running = 0;
  const isAwaited = firstRequests(app.server, firstRequestMs);
  app.server.on('connection', () => (connections += 1));
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown) reply.header('connection', 'close');
  });

  /**
   * Resolves when no more connections arrive. Some may already wait in the kernel's accept queue, from
   * which Node takes at worst one per turn of the event loop.
   */
  const noMoreConnections = () => {
    let before = connections;
    return untilQuiet(() => before === (before = connections));
  };
  const allResponded = () => untilQuiet(() => running === 0 && !isAwaited());

  return {
    /** True during the shutdown, for readiness, unless another process serves the same address. */
    get isDraining() {
      return isDraining;
    },
    /**
     * Drains for `notice` milliseconds while serving all requests; then stops accepting connections and
     * waits until all accepted requests are answered, for at most 20 seconds.
     */
    drain: async (notice: number, { isReplaced } = { isReplaced: false }) => {
      isShuttingDown = true;
      isDraining = !isReplaced;
      if (!app.server.listening) return onClosed();
      await sleep(notice);
      await Promise.race([noMoreConnections(), sleep(acceptTimeoutMs)]);
      // Not Fastify's own close: a page that is being rendered still calls the API in process.
      // Node's close would also destroy new connections whose first request has not arrived.
      app.server.closeIdleConnections = () => undefined;
      app.server.close();
      onClosed();
      await Promise.race([allResponded(), sleep(answerTimeoutMs, undefined, { ref: false })]);
      app.server.closeAllConnections();
    },
  };
}
