import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How a process goes without anybody noticing. */
export type Leave = {
  /** Readiness says so from the first moment on, unless another one serves at the same address. */
  readonly isLeaving: boolean;
  /**
   * Says for `notice` milliseconds that it will go, and serves everybody meanwhile; then takes no
   * more connections, and waits until all who came are answered: at most 20 seconds.
   */
  leave: (notice: number, how?: { isReplaced: boolean }) => Promise<void>;
};

type Options = {
  /** Sends away whoever would stay for ever, once nobody can come in any more. */
  onClosed: () => void;
};

const patience = 20_000;
/** Who keeps coming, though told not to, is not waited for any longer. */
const lastCall = 2_000;
/** So many turns of the event loop in which nothing happens are a silence, however slow it turns. */
const turns = 10;
const turn = 20;

/** Prepares a server's way out: once it leaves, every answer ends its connection. */
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

  /** Until it was quiet for a while. */
  const silence = async (isQuiet: () => boolean) => {
    for (let quiet = 0; quiet < turns; quiet = isQuiet() ? quiet + 1 : 0) await sleep(turn);
  };
  /** What has reached this machine may be sent already: it is let in, one connection a turn at worst. */
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
      // Not the framework's own end: a page that is being made still asks the product for its data.
      app.server.close();
      onClosed();
      await Promise.race([allAnswered(), sleep(patience, undefined, { ref: false })]);
      app.server.closeAllConnections();
    },
  };
};
