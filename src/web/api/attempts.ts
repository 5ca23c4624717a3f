import { failureOf } from '#contract/errors.ts';

type Answer = { status: number; body: unknown };

interface Means {
  newKey: () => string;
  /** Waits a moment, until the answer may be another one. */
  pause: () => Promise<void>;
}

/** How often an attempt that is under way is asked for. */
const patience = 20;

/**
 * Sends what is to be done once (decision 16). The same content is the same attempt until it is
 * answered: a double click, or another try after a lost connection, carries the key of the first, and
 * the server does it once. Without an answer it is sent once more by itself.
 */
export const openAttempts = ({ newKey, pause }: Means) => {
  /** Keys of the attempts that have no answer yet, by their content. */
  const open = new Map<string, string>();
  return async <T extends Answer>(content: string, send: (key: string) => Promise<T>) => {
    const key = open.get(content) ?? newKey();
    open.set(content, key);
    let answer = await send(key).catch(() => null);
    if (answer === null || answer.status === 503) {
      await pause();
      answer = await send(key);
    }
    for (let asked = 0; isUnderWay(answer) && asked < patience; asked += 1) {
      await pause();
      answer = await send(key);
    }
    // With 409 it may have been done, or be about to: whoever insists asks for the same.
    const isOver = answer.status < 500 && answer.status !== 409;
    if (isOver && open.get(content) === key) open.delete(content);
    return answer;
  };
};

const isUnderWay = ({ status, body }: Answer) =>
  status === 409 && failureOf(body).code === 'request.inProgress';
