import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Graceful shutdown of a process (R-REL-02). */
export type Leave = {
  /**
   * True from the start of the shutdown, for readiness, unless another process serves the same address.
   */
  readonly isLeaving: boolean;
  /**
   * Drains for `notice` milliseconds while serving all requests; then stops accepting connections and
   * waits until all accepted requests are answered, for at most 20 seconds.
   */
  leave: (notice: number, how?: { isReplaced: boolean }) => Promise<void>;
};

type Options = {
  /** Disconnects long-lived clients, such as sockets, once no new connection can open. */
  onClosed: () => void;
};

const patience = 20_000;
/**
 * Upper bound on waiting for clients that keep opening connections during shutdown, in milliseconds.
 */
const lastCall = 2_000;
/** Number of idle checks in a row that count as quiet, however slowly the event loop turns. */
const turns = 10;
const turn = 20;

/** Prepares the shutdown of a server: once it starts, every response closes its connection. */
export const prepareToLeave = (app: FastifyInstance, { onClosed }: Options): Leave => {
  let isLeaving = false;
  let isMissed = false;
  let came = 0;
  let running = 0;
  app.server.on('connection', () => (came += 1));
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close');
  });

  /** Resolves after a period without activity. */
  const silence = async (isQuiet: () => boolean) => {
    for (let quiet = 0; quiet < turns; quiet = isQuiet() ? quiet + 1 : 0) await sleep(turn);
  };
  /**
   * Resolves when no more connections arrive. Some may already wait in the kernel's accept queue, from
   * which Node takes at worst one per turn of the event loop.
   */
  const allIn = () => {
    let before = came;
    return silence(() => before === (before = came));
  };
  const allAnswered = () => silence(() => running === 0);

  return {
    get isLeaving() {
      return isMissed;
    },
    leave: async (notice, { isReplaced } = { isReplaced: false }) => {
      isLeaving = true;
      isMissed = !isReplaced;
      if (!app.server.listening) return onClosed();
      await sleep(notice);
      await Promise.race([allIn(), sleep(lastCall)]);
      // Not Fastify's own close: a page that is being rendered still calls the API in process.
      app.server.close();
      onClosed();
      await Promise.race([allAnswered(), sleep(patience, undefined, { ref: false })]);
      app.server.closeAllConnections();
    },
  };
};
