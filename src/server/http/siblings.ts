import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';

/**
 * What processes of one product say to each other, through the one that started them: a question how
 * things stand, what one of them answers, and all their answers.
 */
export type Said =
  | { kind: 'asked'; id: string }
  | { kind: 'told'; id: string; answer: unknown }
  | { kind: 'all'; id: string; answers: unknown[] };

/** Milliseconds in which the others answer, or are as good as away. */
export const patience = 2_000;

const tell = (said: Said) => process.send?.(said);

/** How things stand at every other process; empty where there is one alone. */
export async function askOthers<T>(): Promise<T[]> {
  if (!cluster.isWorker) return [];
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const hear = (said: Said) => {
    if (said.kind === 'all' && said.id === id) resolve(said.answers);
  };
  process.on('message', hear);
  const late = setTimeout(resolve, 2 * patience, []);
  tell({ kind: 'asked', id });
  const answers = await promise;
  clearTimeout(late);
  process.off('message', hear);
  return answers as T[];
}

/** Answers the others how things stand here. */
export function answerOthers(answer: () => Promise<unknown>): void {
  if (!cluster.isWorker) return;
  process.on('message', async ({ kind, id }: Said) => {
    if (kind === 'asked') tell({ kind: 'told', id, answer: await answer().catch(() => null) });
  });
}
