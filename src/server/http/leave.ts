import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a process goes without anybody noticing. */
export type Leave = {
  /** Readiness says so from the first moment on. */
  readonly isLeaving: boolean;
  /**
   * Says for `notice` milliseconds that it will go, and serves everybody meanwhile; then takes no
   * more connections, and waits until all who came are answered: at most 20 seconds.
   */
  leave: (notice: number) => Promise<void>;
};

type Options = {
  /** Sends away whoever would stay for ever, once nobody can come in any more. */
  onClosed: () => void;
};

const patience = 20_000;
/** Who has reached this machine is let in before the door is shut, and heard before the light is out. */
const lastCall = 200;

/** Prepares a server's way out: once it leaves, every answer ends its connection. */
export const prepareToLeave = (app: FastifyInstance, { onClosed }: Options): Leave => {
  let isLeaving = false;
  let running = 0;
  app.server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => (running -= 1));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close');
  });

  /** Until nobody is served, and nobody who was let in has asked for anything for a moment. */
  const allAnswered = async () => {
    for (let quiet = 0; quiet < lastCall; quiet = running === 0 ? quiet + 20 : 0) await sleep(20);
  };

  return {
    get isLeaving() {
      return isLeaving;
    },
    leave: async (notice) => {
      isLeaving = true;
      if (!app.server.listening) return onClosed();
      await sleep(Math.max(notice, lastCall));
      // Not the framework's own end: a page that is being made still asks the product for its data.
      app.server.close();
      onClosed();
      await Promise.race([allAnswered(), sleep(patience, undefined, { ref: false })]);
      app.server.closeAllConnections();
    },
  };
};
