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
 * Serves the product from workers at one address. This process only starts them and the embedded
 * database; it replaces a worker that crashes, and on SIGHUP all, one after the other (R-REL-02).
 */
export async function startProcesses(config: Config, report: Report): Promise<RunningServer> {
  const { databaseUrl, dataDir, processes } = config;
  const settings = { max_connections: String(Math.max(100, connectionsPerWorker * processes)) };
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, report, settings });
  const pool = new WorkerPool(report, {
    PROCESSES: String(processes),
    ...(embedded && { DATABASE_URL: embedded.ownerUrl }),
  });
  const close = async (why: ShutdownReason) => {
    await pool.shutdown(why === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    await embedded?.stop();
  };
  try {
    // The first worker starts alone: it migrates the database and creates the operator.
    const ready = await pool.add();
    await Promise.all(Array.from({ length: processes - 1 }, () => pool.add()));
    // SIGHUP of a closing terminal keeps its usual meaning: the end.
    if (!isatty(0)) process.on('SIGHUP', () => pool.replaceAll());
    return { ...ready, close };
  } catch (error) {
    await close('SIGTERM');
    throw error;
  }
}

class WorkerPool {
  readonly #report: Report;
  readonly #env: Record<string, string>;
  readonly #serving = new Set<Worker>();
  readonly #crashes: number[] = [];
  #replacing: Promise<void> = Promise.resolve();
  #isShuttingDown = false;

  constructor(report: Report, env: Record<string, string>) {
    this.#report = report;
    this.#env = env;
  }

  /** Starts a worker and waits until it serves; rejects when it exits, having printed the reason. */
  async add(): Promise<WorkerReady> {
    const worker = cluster.fork(this.#env);
    const started = Promise.withResolvers<WorkerReady>();
    worker.on(
      'message',
      (message: WorkerReady | WorkerMessage) => 'address' in message && started.resolve(message),
    );
    worker.once('exit', () => started.reject(new Error('Worker exited before it was ready.')));
    const ready = await started.promise;
    this.#serving.add(worker);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'request') void this.#relay(worker, message);
    });
    worker.once('exit', (code, signal) => {
      // A worker that is being replaced is no longer in the set.
      if (this.#isShuttingDown || !this.#serving.delete(worker)) return;
      this.#report(`Worker ${worker.process.pid} exited unexpectedly (${signal ?? code})`);
      void this.#replaceCrashed();
    });
    return ready;
  }

  async #replaceCrashed() {
    while (!this.#isShuttingDown) {
      const recent = this.#crashes.filter((at) => at > performance.now() - restartDelay.forgotten);
      this.#crashes.splice(0, Infinity, ...recent, performance.now());
      await sleep(Math.min(restartDelay.shortest * 2 ** recent.length, restartDelay.longest));
      if (this.#isShuttingDown) return;
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
        if (this.#isShuttingDown) return;
        await this.add();
        await this.#retire(worker);
      }
    };
    this.#replacing = this.#replacing.then(all).then(
      () => this.#report('All workers replaced'),
      (error: Error) => this.#report(`${error.message} Keeping the current workers.`),
    );
  }

  async #retire(worker: Worker) {
    if (!this.#serving.delete(worker)) return;
    const gone = once(worker, 'exit');
    worker.send('replaced');
    await gone;
  }

  /** Stops all workers and waits for their exit; throws when one failed. */
  async shutdown(signal: 'SIGINT' | 'SIGTERM') {
    this.#isShuttingDown = true;
    const exits = Object.values(cluster.workers ?? {}).map(async (worker) => {
      if (!worker || worker.isDead()) return true;
      const gone = once(worker, 'exit') as Promise<[number | null]>;
      worker.process.kill(signal);
      const [code] = await gone;
      // A worker that has not served yet has nothing to shut down.
      return code === 0 || !this.#serving.has(worker);
    });
    const clean = await Promise.all(exits);
    if (clean.includes(false)) throw new Error('A worker did not shut down cleanly');
  }

  /** Forwards a request of one worker to the others, and returns the answers that arrive in time. */
  async #relay(requester: Worker, { id }: WorkerMessage) {
    const others = [...this.#serving].filter((worker) => worker !== requester);
    const answers = await Promise.all(others.map((other) => answerOfWorker(other, id)));
    const all: WorkerMessage = {
      kind: 'all',
      id,
      answers: answers.filter((answer) => answer !== null),
    };
    if (requester.isConnected()) requester.send(all);
  }
}

const answerOfWorker = async (worker: Worker, id: string): Promise<unknown> => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onMessage = (message: WorkerMessage) => {
    if (message.kind === 'response' && message.id === id) resolve(message.answer);
  };
  worker.on('message', onMessage);
  const timeout = setTimeout(resolve, workerTimeoutMs, null);
  if (worker.isConnected()) worker.send({ kind: 'request', id } satisfies WorkerMessage);
  const answer = await promise;
  clearTimeout(timeout);
  worker.off('message', onMessage);
  return answer;
};
