import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Config } from './config.ts';
import { startEmbedded } from './database/lifecycle/embedded.ts';
import { workerTimeoutMs, type WorkerMessage } from './http/observability/worker-metrics.ts';
import type { ShutdownReason, RunningServer } from './serving.ts';

/** Message of a worker once it serves. */
type WorkerReady = Pick<RunningServer, 'address' | 'operator'>;
type Report = (line: string) => void;

/** Connections that one worker may open to the embedded database. */
const connectionsPerWorker = 40;
/** Milliseconds before a crashed worker is replaced: doubled for each crash within the last minute. */
const restartDelay = { shortest: 100, longest: 10_000, forgotten: 60_000 };

/**
 * Serves the product from `config.processes` workers at one address; each takes any request. This process
 * only starts them, and the embedded database if used. Replaces a worker that crashes, and on SIGHUP all
 * of them, one after the other (R-REL-02).
 */
export async function startProcesses(config: Config, report: Report): Promise<RunningServer> {
  const { databaseUrl, dataDir, processes } = config;
  const settings = { max_connections: String(Math.max(100, connectionsPerWorker * processes)) };
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, report, settings });
  const crew = new WorkerPool(report, {
    PROCESSES: String(processes),
    ...(embedded && { DATABASE_URL: embedded.ownerUrl }),
  });
  const close = async (why: ShutdownReason) => {
    await crew.shutdown(why === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    await embedded?.stop();
  };
  try {
    // The first worker starts alone: it migrates the database and creates the operator.
    const told = await crew.add();
    await Promise.all(Array.from({ length: processes - 1 }, () => crew.add()));
    // SIGHUP of a closing terminal keeps its usual meaning: the end.
    if (!isatty(0)) process.on('SIGHUP', () => crew.replaceAll());
    return { ...told, close };
  } catch (error) {
    await close('SIGTERM');
    throw error;
  }
}

/** Workers that serve. */
class WorkerPool {
  readonly #report: Report;
  readonly #env: Record<string, string>;
  readonly #serving = new Set<Worker>();
  readonly #fallen: number[] = [];
  #replacing: Promise<void> = Promise.resolve();
  #isLeaving = false;

  constructor(report: Report, env: Record<string, string>) {
    this.#report = report;
    this.#env = env;
  }

  /**
   * Starts a worker and waits until it serves; rejects when it exits before. It prints the reason itself.
   */
  async add(): Promise<WorkerReady> {
    const worker = cluster.fork(this.#env);
    const begun = Promise.withResolvers<WorkerReady>();
    worker.on(
      'message',
      (said: WorkerReady | WorkerMessage) => 'address' in said && begun.resolve(said),
    );
    worker.once('exit', () => begun.reject(new Error('Worker exited before it was ready.')));
    const told = await begun.promise;
    this.#serving.add(worker);
    worker.on('message', (said: WorkerMessage) => {
      if (said.kind === 'asked') void this.#passOn(worker, said);
    });
    worker.once('exit', (code, signal) => {
      // A worker that is being replaced is no longer in the set.
      if (this.#isLeaving || !this.#serving.delete(worker)) return;
      this.#report(`Worker ${worker.process.pid} exited unexpectedly (${signal ?? code})`);
      void this.#replaceFallen();
    });
    return told;
  }

  async #replaceFallen() {
    while (!this.#isLeaving) {
      const lately = this.#fallen.filter((at) => at > performance.now() - restartDelay.forgotten);
      this.#fallen.splice(0, Infinity, ...lately, performance.now());
      await sleep(Math.min(restartDelay.shortest * 2 ** lately.length, restartDelay.longest));
      if (this.#isLeaving) return;
      const isUp = await this.add().then(
        () => true,
        () => false,
      );
      if (isUp) return this.#report('Replacement worker is ready');
    }
  }

  /** Replaces each worker, the next one when the previous one is gone. */
  replaceAll() {
    const all = async () => {
      const before = [...this.#serving];
      for (const worker of before) {
        if (this.#isLeaving) return;
        await this.add();
        await this.#lead(worker);
      }
    };
    const old = 'Keeping the current workers.';
    this.#replacing = this.#replacing.then(all).then(
      () => this.#report('All workers replaced'),
      (error: Error) => this.#report(`${error.message} ${old}`),
    );
  }

  async #lead(worker: Worker) {
    if (!this.#serving.delete(worker)) return;
    const gone = once(worker, 'exit');
    worker.send('replaced');
    await gone;
  }

  /** Stops all workers and waits for their exit; throws when one failed. */
  async shutdown(signal: 'SIGINT' | 'SIGTERM') {
    this.#isLeaving = true;
    const ends = Object.values(cluster.workers ?? {}).map(async (worker) => {
      if (!worker || worker.isDead()) return true;
      const gone = once(worker, 'exit') as Promise<[number | null]>;
      worker.process.kill(signal);
      const [code] = await gone;
      // A worker that has not served yet has nothing to shut down.
      return code === 0 || !this.#serving.has(worker);
    });
    const inOrder = await Promise.all(ends);
    if (inOrder.includes(false)) throw new Error('A worker did not shut down cleanly');
  }

  /** Forwards a request of one worker to the others, and returns the answers that arrive in time. */
  async #passOn(asker: Worker, { id }: WorkerMessage) {
    const others = [...this.#serving].filter((worker) => worker !== asker);
    const answers = await Promise.all(others.map((other) => answerOfWorker(other, id)));
    const all: WorkerMessage = {
      kind: 'all',
      id,
      answers: answers.filter((answer) => answer !== null),
    };
    if (asker.isConnected()) asker.send(all);
  }
}

const answerOfWorker = async (worker: Worker, id: string): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const hear = (said: WorkerMessage) => {
    if (said.kind === 'told' && said.id === id) resolve(said.answer);
  };
  worker.on('message', hear);
  const late = setTimeout(resolve, workerTimeoutMs, null);
  if (worker.isConnected()) worker.send({ kind: 'asked', id } satisfies WorkerMessage);
  const answer = await promise;
  clearTimeout(late);
  worker.off('message', hear);
  return answer;
};
