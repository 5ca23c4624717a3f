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
import { givenBackOnce } from '#server/database/given-back.ts';
import { freeDeadWorkers, showLife, type Pool } from './living-workers.ts';
import type { Logger } from './logger.ts';

/** What a task learns about the job it does. */
export interface Job {
  /** 1 on the first try. */
  attempt: number;
  /** Aborted when the process is about to stop and waits no longer. */
  signal: AbortSignal;
}

/** Does one job. A task that throws is tried again later; it must bear being done twice. */
export type Task = (payload: unknown, job: Job) => Promise<void>;

export interface JobsOptions {
  /** Connections of the role that owns the queue. Two of them are kept, the rest are shared. */
  pool: Pool;
  tasks: Record<string, Task>;
  /** Tasks to do regularly: name → five-field cron pattern, in UTC. */
  crons?: Record<string, string>;
  logger: Logger;
  /** Jobs done at once by this process. */
  concurrency?: number;
  /** Milliseconds between two looks for jobs that fell due; new ones announce themselves. */
  pollEvery?: number;
  /** Milliseconds between two looks for the jobs of dead workers, which takes two looks. */
  lookEvery?: number;
  /** Milliseconds that jobs which run may still take once no more are taken. */
  patience?: number;
}

export interface Jobs {
  /** Takes no more jobs and waits for the running ones, as long as its patience lasts. */
  stop(): Promise<void>;
}

const usualPatience = 20_000;

/** Creates the queue, or brings it up to date. Before it `addJob` fails. */
export async function installJobs(pool: Pool, logger: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: forWorker(logger) });
}

/** Works on the queue until stopped; a queue that broke down is started again. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const stopping = new AbortController();
  const running = await launch(options);
  const working = keepWorking(options, running, stopping.signal);
  const looking = keepLooking(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      const patienceEnds = sleep(options.patience ?? usualPatience, undefined, { ref: false });
      await Promise.race([Promise.all([working, looking]), patienceEnds]);
    },
  };
}

interface Running {
  stop(): Promise<void>;
  over: Promise<unknown>;
}

/** graphile-worker prints a stack between our lines of JSON, and logs the same error right after. */
const silenceTraces = () => {
  // oxlint-disable-next-line no-console -- there is no other way to reach it
  console.trace = () => undefined;
};

async function launch(options: JobsOptions): Promise<Running> {
  silenceTraces();
  const { pool, logger, concurrency = 6, pollEvery = 2_000, patience = usualPatience } = options;
  const events: WorkerEvents = new EventEmitter();
  let hide = () => Promise.resolve();
  events.once('pool:create', ({ workerPool }) => {
    hide = showLife(pool, workerPool.id, logger);
  });
  // The library keeps its first answer to "which tasks are there?", even when that was a failure,
  // and would then look for no job ever again. Whatever kept it from looking: a new runner asks.
  const broken = once(events, 'worker:getJob:error');
  // Whoever asked for its end, it may wait for ever: for a job that hangs, and for itself when the
  // database goes away in the middle of it. Its jobs are free then, and a new runner begins.
  const late = once(events, 'pool:gracefulShutdown').then(() =>
    sleep(patience, undefined, { ref: false }),
  );
  const runner = await run({
    pgPool: givenBackOnce(pool),
    events,
    concurrency,
    pollInterval: pollEvery,
    logger: forWorker(logger),
    taskList: toTaskList(options.tasks),
    parsedCronItems: toCronItems(options.crons ?? {}),
    noHandleSignals: true,
    // Reported in batches, if only of one: reported singly, a database that is away at the end of a
    // job would be a rejection nobody handles, and the end of the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  void broken.then(() => runner.stop().catch(() => undefined));
  const over = Promise.race([runner.promise, late]).finally(() => hide());
  return { stop: () => runner.stop(), over };
}

async function keepWorking(options: JobsOptions, first: Running, signal: AbortSignal) {
  const asked = new Promise((resolve) => {
    signal.addEventListener('abort', resolve, { once: true });
  });
  let running: Running | undefined = first;
  for (;;) {
    try {
      running ??= await launch(options);
      await Promise.race([running.over, asked]);
      if (signal.aborted) running.stop().catch(() => undefined);
      await running.over;
    } catch (error) {
      options.logger.error({ err: error }, 'The jobs broke down');
    }
    if (signal.aborted) return;
    running = undefined;
    await Promise.race([sleep(1_000), asked]);
  }
}

async function keepLooking({ pool, logger, lookEvery = 10_000 }: JobsOptions, signal: AbortSignal) {
  let suspects: string[] = [];
  while (!signal.aborted) {
    try {
      suspects = await freeDeadWorkers(pool, suspects);
    } catch (error) {
      logger.warn({ err: error }, 'Could not look for jobs of dead workers');
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

// At most one waits: after a long stop a sweep runs once, not once for each time it was missed.
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
  // Its "info" is one line for each job done.
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const;
  return new WorkerLogger(() => (level, message) => {
    logger[levels[level]]({ room: 'jobs' }, message);
  });
}
