import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger as WorkerLogger,
  parseCronItems,
  run,
  runMigrations,
  type RunnerOptions,
  type WorkerEvents,
} from 'graphile-worker';
import { releaseOnce } from '#server/platform/database/driver/release-once.ts';
import type { Logger } from './logger.ts';
import { releaseDeadWorkers, holdLivenessLock, type JobPool } from './worker-liveness.ts';

/** Facts about a job that its task receives. */
export type Job = {
  /** Number of the attempt, from 1. */
  attempt: number;
  /** Aborts when the process is about to end and waits no longer. */
  signal: AbortSignal;
};

/** Runs one job. A task that throws is retried later, so it must be idempotent. */
export type Task = (payload: unknown, job: Job) => Promise<void>;

export type JobsOptions = {
  /** Connections of the role that owns the queue. Two are held, the rest are shared. */
  pool: JobPool;
  tasks: Record<string, Task>;
  /** Scheduled tasks: name → cron pattern of five fields, in UTC. */
  crons?: Record<string, string>;
  logger: Logger;
  /** Number of jobs that this process runs concurrently. */
  concurrency?: number;
  /** Milliseconds between two polls for jobs that became ready; new ones are announced by NOTIFY. */
  pollInterval?: number;
  /** Milliseconds between two checks for jobs of dead workers; releasing them takes two checks. */
  livenessInterval?: number;
  /** Milliseconds to wait for running jobs when stopping. */
  stopTimeout?: number;
  /** Milliseconds before a runner that failed is replaced. */
  restartDelay?: number;
};

const defaultStopTimeoutMs = 20_000;
const defaultRestartDelayMs = 1_000;

/** Creates the queue or upgrades it. `addJob` fails before that. */
export async function installJobs(pool: JobPool, logger: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: forWorker(logger) });
}

/** Works on the queue until stopped; restarts a runner that failed. */
export async function startJobs(options: JobsOptions) {
  const stopping = new AbortController();
  const running = await startRunner(options);
  const working = superviseRunner(options, running, stopping.signal);
  const looking = watchDeadWorkers(options, stopping.signal);
  return {
    /** Takes no more jobs and waits for the running ones, up to `stopTimeout`. */
    stop: async () => {
      stopping.abort();
      const patienceEnds = sleep(options.stopTimeout ?? defaultStopTimeoutMs, undefined, {
        ref: false,
      });
      await Promise.race([Promise.all([working, looking]), patienceEnds]);
    },
  };
}

type JobRunner = {
  stop(): Promise<void>;
  over: Promise<unknown>;
};

/** Silences `console.trace`, with which graphile-worker prints errors that it logs as well. */
function silenceTraces() {
  // oxlint-disable-next-line no-console -- there is no other way to reach it
  console.trace = () => undefined;
}

async function startRunner(options: JobsOptions): Promise<JobRunner> {
  silenceTraces();
  const {
    pool,
    logger,
    concurrency = 6,
    pollInterval: pollEvery = 2_000,
    stopTimeout: patience = defaultStopTimeoutMs,
  } = options;
  const events: WorkerEvents = new EventEmitter();
  let hide = () => Promise.resolve();
  events.once('pool:create', ({ workerPool }) => {
    hide = holdLivenessLock(pool, workerPool.id, logger);
  });
  // The library caches its first answer to "which tasks are there?", even a failure, and then never
  // fetches a job again. After any error while fetching, a new runner starts fresh.
  const broken = once(events, 'worker:getJob:error');
  // A graceful shutdown may never end: a job hangs, or the database goes away in the middle of it. After
  // `patience` its jobs are released and a new runner starts.
  const late = once(events, 'pool:gracefulShutdown').then(() =>
    sleep(patience, undefined, { ref: false }),
  );
  const runner = await run({
    pgPool: releaseOnce(pool),
    events,
    concurrency,
    pollInterval: pollEvery,
    logger: forWorker(logger),
    taskList: toTaskList(options.tasks),
    parsedCronItems: toCronItems(options.crons ?? {}),
    noHandleSignals: true,
    // Completes jobs in batches (of one): otherwise a database that is away at the end of a job causes an
    // unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  void broken.then(() => runner.stop().catch(() => undefined));
  const over = Promise.race([runner.promise, late]).finally(() => hide());
  return { stop: () => runner.stop(), over };
}

async function superviseRunner(options: JobsOptions, first: JobRunner, signal: AbortSignal) {
  const asked = new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
  let running: JobRunner | undefined = first;
  for (;;) {
    try {
      running ??= await startRunner(options);
      await Promise.race([running.over, asked]);
      if (signal.aborted) running.stop().catch(() => undefined);
      await running.over;
    } catch (error) {
      options.logger.error({ err: error }, 'job runner failed');
    }
    if (signal.aborted) return;
    running = undefined;
    await Promise.race([sleep(options.restartDelay ?? defaultRestartDelayMs), asked]);
  }
}

async function watchDeadWorkers(
  { pool, logger, livenessInterval: lookEvery = 10_000 }: JobsOptions,
  signal: AbortSignal,
) {
  let suspects: string[] = [];
  while (!signal.aborted) {
    try {
      suspects = await releaseDeadWorkers(pool, suspects);
    } catch (error) {
      logger.warn({ err: error }, 'check for jobs of dead workers failed');
    }
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
  }
}

function toTaskList(tasks: JobsOptions['tasks']): RunnerOptions['taskList'] {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, { job, abortSignal }) =>
        task(payload, { attempt: job.attempts, signal: abortSignal }),
    ]),
  );
}

// The job key keeps one waiting job per task: after a long stop a task runs once, not once per missed
// time.
function toCronItems(crons: Record<string, string>) {
  return parseCronItems(
    Object.entries(crons).map(([task, match]) => ({
      task,
      match,
      options: { jobKey: task, backfillPeriod: 0 },
    })),
  );
}

function forWorker(logger: Logger): WorkerLogger {
  // The library logs a line at "info" for each finished job.
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new WorkerLogger(() => (level, message, meta) => {
    const err: unknown = meta?.['error'] ?? meta?.['fatalError'];
    // The first line of the message; the others are the stack of the error.
    const [line = ''] = message.split('\n');
    logger[levels[level]]({ component: 'jobs', ...(err !== undefined && { err }) }, line);
  });
}
