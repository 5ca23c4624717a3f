import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

/**
 * Messages between the worker processes of one product, relayed by the primary: a request for metrics,
 * one worker's answer, and all answers.
 */
export type WorkerMessage =
  | { kind: 'asked'; id: string }
  | { kind: 'told'; id: string; answer: unknown }
  | { kind: 'all'; id: string; answers: unknown[] };

/** Milliseconds in which the other workers must answer. */
export const workerTimeoutMs = 2_000;

const sendToPrimary = (said: WorkerMessage) => process.send?.(said);

/** Returns the metrics of all other workers; empty if there is only one process. */
export async function collectWorkerMetrics<T>(): Promise<T[]> {
  if (!cluster.isWorker) return [];
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const hear = (said: WorkerMessage) => {
    if (said.kind === 'all' && said.id === id) resolve(said.answers);
  };
  process.on('message', hear);
  const late = setTimeout(resolve, 2 * workerTimeoutMs, []);
  sendToPrimary({ kind: 'asked', id });
  const answers = await promise;
  clearTimeout(late);
  process.off('message', hear);
  return answers as T[];
}

/** Answers the requests of other workers with the metrics of this process. */
export function answerMetricsRequests(answer: () => Promise<unknown>): void {
  if (!cluster.isWorker) return;
  process.on('message', async ({ kind, id }: WorkerMessage) => {
    if (kind === 'asked')
      sendToPrimary({ kind: 'told', id, answer: await answer().catch(() => null) });
  });
}
