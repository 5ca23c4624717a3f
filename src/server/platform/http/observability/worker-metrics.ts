import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

/** Messages between workers, relayed by the primary: a request, one worker's metrics, all of them. */
export type WorkerMessage =
  | { kind: 'request'; id: string }
  | { kind: 'response'; id: string; answer: unknown }
  | { kind: 'all'; id: string; answers: unknown[] };

/** Milliseconds in which the other workers must answer. */
export const workerTimeoutMs = 2_000;

const sendToPrimary = (message: WorkerMessage) => process.send?.(message);

/** Returns the metrics of all other workers; empty if there is only one process. */
export async function collectWorkerMetrics<T>(): Promise<T[]> {
  if (!cluster.isWorker) return [];
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const onMessage = (message: WorkerMessage) => {
    if (message.kind === 'all' && message.id === id) resolve(message.answers);
  };
  process.on('message', onMessage);
  const timeout = setTimeout(resolve, 2 * workerTimeoutMs, []);
  sendToPrimary({ kind: 'request', id });
  const answers = await promise;
  clearTimeout(timeout);
  process.off('message', onMessage);
  return answers as T[];
}

/** Answers the requests of other workers with the metrics of this process. */
export function answerMetricsRequests(answer: () => Promise<unknown>): void {
  if (!cluster.isWorker) return;
  process.on('message', async ({ kind, id }: WorkerMessage) => {
    if (kind === 'request')
      sendToPrimary({ kind: 'response', id, answer: await answer().catch(() => null) });
  });
}
