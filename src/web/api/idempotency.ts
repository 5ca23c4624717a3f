import { failureFromProblem } from '#contract/errors.ts';

type HttpResponse = { status: number; body: unknown };

type SenderOptions = {
  newKey: () => string;
  /** Waits before the next retry. */
  pause: () => Promise<void>;
  /** Keys of the attempts without a response, by their content. */
  open?: Map<string, string>;
};

/** Maximum number of retries while the first attempt is still under way. */
const maxRetries = 20;

/**
 * Sends requests with an idempotency key (R-SUB-21). The same content keeps its key until there is
 * a response: a double click, or another try after a lost connection, repeats the key, and the
 * server executes the request once. Without a response it retries once by itself.
 */
export function createIdempotentSender({ newKey, pause, open = new Map() }: SenderOptions) {
  return async <T extends HttpResponse>(content: string, send: (key: string) => Promise<T>) => {
    const key = open.get(content) ?? newKey();
    open.set(content, key);
    let answer = await send(key).catch(() => null);
    if (answer === null || answer.status === 503) {
      await pause();
      answer = await send(key);
    }
    for (let retries = 0; isInProgress(answer) && retries < maxRetries; retries += 1) {
      await pause();
      answer = await send(key);
    }
    // A 409 means that the attempt may have succeeded or be under way, so its key is kept.
    const isOver = answer.status < 500 && answer.status !== 409;
    if (isOver && open.get(content) === key) open.delete(content);
    return answer;
  };
}

const isInProgress = ({ status, body }: HttpResponse) =>
  status === 409 && failureFromProblem(body).code === 'request.inProgress';
