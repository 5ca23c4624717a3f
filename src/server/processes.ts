import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Config } from './config.ts';
import { startEmbedded } from './platform/database/lifecycle/embedded.ts';
import {
  workerTimeoutMs,
  type WorkerMessage,
} from './platform/http/observability/worker-metrics.ts';
import { secretsCheckerEnv } from './platform/stored-secrets.ts';
import type { ShutdownReason, RunningServer } from './serving.ts';

/** Message of a worker once it serves. */
type WorkerReady = Pick<RunningServer, 'address' | 'operator'>;
type Report = (line: string) => void;

/** Connections that one worker may open to the embedded database. */
const connectionsPerWorker = 50;
/** Milliseconds before a crashed worker is replaced: doubled for each crash within the last minute. */
const restartDelay = { shortest: 100, longest: 10_000, forgotten: 60_000 };
/** Milliseconds in which a worker must become ready; longer migrations are applied before (`--migrate`). */
const startLimitMs = 600_000;

/**
 * Serves the product from workers at one address. This process only starts them and the embedded
 * database; it replaces a worker that crashes or does not become ready, and on SIGHUP all, one after the other
 * (R-REL-02).
 */
export async function startProcesses(
  config: Config,
  report: Report,
  limitMs = startLimitMs,
): Promise<RunningServer> {
  const { databaseUrl, dataDir, processes } = config;
  const settings = { max_connections: String(Math.max(100, connectionsPerWorker * processes)) };
  const embedded = databaseUrl ? null : await startEmbedded({ dataDir, report, settings });
  const env = {
    PROCESSES: String(processes),
    ...(embedded && { DATABASE_URL: embedded.ownerUrl }),
  };
  const pool = new WorkerPool(report, env, limitMs);
  const close = async (why: ShutdownReason) => {
    await pool.shutdown(why === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
    await embedded?.stop();
  };
  try {
    const ready = await pool.start(processes);
    // SIGHUP of a closing terminal keeps its usual meaning: the end.
    if (!isatty(0)) process.on('SIGHUP', () => pool.replaceAll());
    return { ...ready, close };
  } catch (error) {
    await close('SIGTERM');
    throw error;
  }
}

/** Thrown when a worker ends before it serves. */
class WorkerLost extends Error {
  /** False if the worker ended by itself, having printed the reason: another one would end the same way. */
  readonly wasKilled: boolean;

  constructor(reason: string, wasKilled: boolean) {
    super(reason);
    this.wasKilled = wasKilled;
  }
}

class WorkerPool {
  readonly #report: Report;
  readonly #env: Record<string, string>;
  readonly #limitMs: number;
  readonly #serving = new Set<Worker>();
  readonly #crashes: number[] = [];
  #replacing: Promise<void> = Promise.resolve();
  #isShuttingDown = false;

  constructor(report: Report, env: Record<string, string>, limitMs: number) {
    this.#report = report;
    this.#env = env;
    this.#limitMs = limitMs;
  }

  /** Starts this many workers and replaces those that end; returns when the first serves, and throws when it can't. */
  async start(count: number): Promise<WorkerReady> {
    // The first worker starts alone: it migrates the database, creates the operator and checks the stored secrets.
    const ready = await this.#startWorker(secretsCheckerEnv).catch((error: WorkerLost) => {
      if (!error.wasKilled || this.#isShuttingDown) throw error;
      this.#report(`${error.message} Starting another one.`);
      return this.#startWorker(secretsCheckerEnv);
    });
    const others = Array.from({ length: count - 1 }, () => this.#startWorker());
    // A replacement of all begins when these serve or have failed: it would not know them before.
    this.#replacing = Promise.allSettled(others).then(() => undefined);
    void Promise.all(others.map((other) => this.#orAnother(other))).then(
      () => this.#isShuttingDown || this.#report('All workers are ready'),
    );
    return ready;
  }

  /** Waits for a worker, and starts another one if it fails. */
  async #orAnother(worker: Promise<WorkerReady>) {
    await worker.catch(({ message }: WorkerLost) => {
      if (this.#isShuttingDown) return undefined;
      this.#report(`${message} Starting another one.`);
      return this.#replaceCrashed();
    });
  }

  /** Starts a worker and waits until it serves; rejects with WorkerLost when it ends, or is killed after the limit. */
  async #startWorker(env: Record<string, string> = {}): Promise<WorkerReady> {
    const worker = cluster.fork({ ...this.#env, ...env });
    const ready = await readiness(worker, this.#limitMs);
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
      const isUp = await this.#startWorker().then(
        () => true,
        ({ message }: WorkerLost) => void (this.#isShuttingDown || this.#report(message)),
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
        await this.#startWorker();
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

/** Waits until a worker serves. */
async function readiness(worker: Worker, limitMs: number): Promise<WorkerReady> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReady>();
  const name = `Worker ${worker.process.pid}`;
  let reason: string | null = null;
  const expire = () => {
    reason = `${name} was not ready within ${limitMs / 1_000} s.`;
    worker.process.kill('SIGKILL');
  };
  const timeout = setTimeout(expire, limitMs);
  worker.on(
    'message',
    (message: WorkerReady | WorkerMessage) => 'address' in message && resolve(message),
  );
  worker.once('exit', (code, signal) => {
    const told = reason ?? `${name} exited before it was ready (${signal ?? code}).`;
    reject(new WorkerLost(told, signal !== null));
  });
  return promise.finally(() => clearTimeout(timeout));
}

async function answerOfWorker(worker: Worker, id: string): Promise<unknown> {
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
}
