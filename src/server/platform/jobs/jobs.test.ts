import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { withConnection } from '#server/platform/database/test/cluster.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { addJob, type NewJob } from './add-job.ts';
import { installJobs } from './start-jobs.ts';
import { startTestJobs } from './test/jobs.ts';
import { releaseDeadWorkers } from './worker-liveness.ts';

const patience = { timeout: 20_000, interval: 20 };
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const database = await testDatabase();
const add = (job: Partial<NewJob>) =>
  database.system((tx) => addJob(tx, { name: 'test.work', payload: {}, ...job }));

async function waiting(): Promise<number> {
  const { rows } = await database.owner.query('select from graphile_worker.jobs');
  return rows.length;
}

async function lockedBy(): Promise<string> {
  const { rows } = await database.owner.query<{ locked_by: string }>(
    'select locked_by from graphile_worker.jobs',
  );
  return rows[0]?.locked_by ?? 'none';
}

const added = (job: Partial<NewJob>) =>
  add(job).then(
    () => true,
    () => false,
  );

/** Runs work while the database refuses all connections. */
async function away(work: () => Promise<void>): Promise<void> {
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await withConnection(inject('testCluster').adminUrl, async (admin) => {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    await work();
    await admin.query(`alter database ${name} allow_connections true`);
  });
}

/** Returns a task that records its payloads. */
function memory() {
  const seen: unknown[] = [];
  const tasks = {
    'test.work': (payload: unknown) => {
      seen.push(payload);
      return Promise.resolve();
    },
  };
  return { seen, tasks };
}

beforeAll(() => installJobs(database.owner, quiet));

describe('adding a job', () => {
  test('runs it once the transaction has committed (R-REL-03)', async () => {
    const { seen, tasks } = memory();
    await startTestJobs(database.ownerUrl, { tasks });
    await database.system(async (tx) => {
      await addJob(tx, { name: 'test.work', payload: { n: 1 } });
      expect(seen).toEqual([]);
    });
    await expect.poll(() => seen, patience).toEqual([{ n: 1 }]);
    await expect.poll(waiting, patience).toBe(0);
  });

  test('is rolled back with the transaction', async () => {
    const { seen, tasks } = memory();
    await startTestJobs(database.ownerUrl, { tasks });
    const failing = database.system(async (tx) => {
      await addJob(tx, { name: 'test.work', payload: 'undone' });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    await add({ payload: 'kept' });
    await expect.poll(() => seen, patience).toEqual(['kept']);
  });

  test('with the key of a waiting job replaces it', async () => {
    const { seen, tasks } = memory();
    await add({ payload: 'old', jobKey: 'one' });
    await add({ payload: 'new', jobKey: 'one' });
    await add({ payload: 'other', jobKey: 'two' });
    await startTestJobs(database.ownerUrl, { tasks });
    await expect.poll(() => seen.toSorted(), patience).toEqual(['new', 'other']);
    await expect.poll(waiting, patience).toBe(0);
  });

  test('for a later time leaves it waiting', async () => {
    const { seen, tasks } = memory();
    await startTestJobs(database.ownerUrl, { tasks });
    await add({ payload: 'later', jobKey: 'later', runAt: new Date(Date.now() + 3_600_000) });
    await add({ payload: 'now' });
    await expect.poll(() => seen, patience).toEqual(['now']);
    await expect.poll(waiting, patience).toBe(1);
    await add({ payload: 'sooner', jobKey: 'later' });
    await expect.poll(() => seen, patience).toEqual(['now', 'sooner']);
  });

  test.each([{ name: 'not a name' }, { maxAttempts: 1_000 }, { payload: 'x'.repeat(70_000) }])(
    'refuses an invalid job %#',
    async (job) => {
      await expect(add(job)).rejects.toThrow('Not a job');
    },
  );

  test('is all that the roles of the application may do with the queue', async () => {
    const { runtime } = await database.owner
      .query<{ runtime: boolean }>(
        `select has_schema_privilege('pregao_accounts', 'graphile_worker', 'usage')
           or has_schema_privilege('pregao_operator', 'graphile_worker', 'usage') as runtime`,
      )
      .then(({ rows }) => rows[0] ?? { runtime: true });
    expect(runtime).toBe(false);
  });
});

describe('a worker', () => {
  test('retries a failed job and passes the number of the attempt', async () => {
    const attempts: number[] = [];
    const task = (_payload: unknown, { attempt }: { attempt: number }) => {
      attempts.push(attempt);
      return attempt === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
    };
    await startTestJobs(database.ownerUrl, { tasks: { 'test.work': task } });
    await add({});
    // The library waits e seconds before the second attempt.
    const due = `update graphile_worker._private_jobs set run_at = now()
      where attempts = 1 and locked_at is null`;
    await expect.poll(async () => (await database.owner.query(due)).rowCount, patience).toBe(1);
    await expect.poll(() => attempts, patience).toEqual([1, 2]);
    await expect.poll(waiting, patience).toBe(0);
  });

  test('finishes running jobs when it stops and takes no more (R-REL-02)', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let done = 0;
    const task = async () => {
      begun.resolve();
      await end.promise;
      done += 1;
    };
    const jobs = await startTestJobs(database.ownerUrl, {
      tasks: { 'test.work': task },
      concurrency: 1,
    });
    await add({ payload: 1 });
    await add({ payload: 2, jobKey: 'left' });
    await begun.promise;
    const stopped = jobs.stop();
    end.resolve();
    await stopped;
    expect(done).toBe(1);
    await expect.poll(waiting, patience).toBe(1);
    await database.owner.query(`select graphile_worker.remove_job('left')`);
  });

  test('runs every job once, however many workers there are', async () => {
    const { seen, tasks } = memory();
    await startTestJobs(database.ownerUrl, { tasks });
    await startTestJobs(database.ownerUrl, { tasks });
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    await Promise.all(numbers.map((payload) => add({ payload })));
    await expect.poll(waiting, patience).toBe(0);
    expect(seen.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers);
  });

  test('continues after the database was unavailable at the end of a job (R-REL-01)', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const seen: unknown[] = [];
    const task = async (payload: unknown) => {
      begun.resolve();
      if (payload === 'first') await end.promise;
      seen.push(payload);
    };
    const failures: string[] = [];
    const logger = { ...quiet, error: (_: object, message: string) => void failures.push(message) };
    await startTestJobs(database.ownerUrl, { tasks: { 'test.work': task }, logger });
    await add({ payload: 'first' });
    await begun.promise;
    await away(async () => {
      end.resolve();
      await expect.poll(() => failures, patience).toContain('job runner failed');
    });
    await expect.poll(() => added({ payload: 'second' }), patience).toBe(true);
    await expect.poll(() => seen, patience).toContain('second');
    await expect.poll(waiting, patience).toBe(0);
  });

  test('continues after the database was unavailable although a job hangs (R-REL-01)', async () => {
    const [begun, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen: unknown[] = [];
    const task = async (payload: unknown, { attempt }: { attempt: number }) => {
      begun.resolve();
      if (payload === 'first' && attempt === 1) await never.promise;
      seen.push(payload);
    };
    await startTestJobs(database.ownerUrl, { tasks: { 'test.work': task }, stopTimeout: 100 });
    await add({ payload: 'first' });
    await begun.promise;
    await away(() => sleep(300));
    await expect.poll(() => added({ payload: 'second' }), patience).toBe(true);
    // An addition whose reply was lost is repeated: the second job may run twice.
    await expect.poll(() => new Set(seen), patience).toEqual(new Set(['first', 'second']));
    await expect.poll(waiting, patience).toBe(0);
    never.resolve();
  });
});

describe('a worker that gets no connection at its start', () => {
  test('runs the jobs once there is one', async () => {
    const { seen, tasks } = memory();
    // The library logs "Spawned" just before the worker fetches its first job.
    const pool = createPool({ connectionString: database.ownerUrl });
    let refused = 0;
    const connect = pool.connect.bind(pool);
    const refuse = (callback?: Parameters<typeof connect>[0]) => {
      // With a callback it is the connection for LISTEN, which the library retries by itself.
      if (callback) return connect(callback);
      refused += 1;
      pool.connect = connect;
      return Promise.reject(new Error('timeout exceeded when trying to connect'));
    };
    const debug = (_: object, message: string) => {
      if (message === 'Spawned' && refused === 0) pool.connect = refuse as typeof connect;
    };
    await startTestJobs(database.ownerUrl, { pool, tasks, logger: { ...quiet, debug } });
    await add({ payload: 'late' });
    await expect.poll(() => seen, patience).toContain('late');
    expect(refused).toBe(1);
  });
});

test('a worker that fails is reported in the log, without a stack trace beside it (R-REL-07)', async () => {
  const printed = vi.spyOn(console, 'trace').mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  const pool = createPool({ connectionString: database.ownerUrl });
  const stopping = Promise.withResolvers<void>();
  const log: string[] = [];
  const logger = {
    ...quiet,
    debug: (_: object, message: string) => {
      if (message === 'Attempting graceful shutdown') stopping.resolve();
    },
    error: (_: object, message: string) => void log.push(message),
  };
  const { seen, tasks } = memory();
  await startTestJobs(database.ownerUrl, { pool, tasks, logger, concurrency: 2 });
  await add({ payload: 'first' });
  await expect.poll(waiting, patience).toBe(0);
  const connect = pool.connect.bind(pool);
  let refused = 0;
  const second = Promise.withResolvers<void>();
  const fail = async () => {
    refused += 1;
    if (refused === 1) await second.promise;
    else {
      pool.connect = connect;
      second.resolve();
      await stopping.promise;
    }
    throw new Error('timeout exceeded when trying to connect');
  };
  // The first failure stops both workers; the second one fails while it stops.
  const refuse = (callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(callback) : fail();
  pool.connect = refuse as typeof connect;
  const exit = expect.stringContaining('Worker exited with error');
  await expect.poll(() => log, patience).toContainEqual(exit);
  expect(printed).not.toHaveBeenCalled();
  await add({ payload: 'next' });
  await expect.poll(() => seen, patience).toEqual(['first', 'next']);
});

describe('a worker that was killed', () => {
  test('leaves its job to another worker (R-REL-01)', async () => {
    const worker = spawn(process.execPath, [
      fileURLToPath(new URL('test/worker-process.ts', import.meta.url)),
      database.ownerUrl,
    ]);
    await add({ payload: 'orphan' });
    const [said] = (await once(worker.stdout, 'data')) as [Buffer];
    expect(String(said)).toBe('taken\n');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const { seen, tasks } = memory();
    await startTestJobs(database.ownerUrl, { tasks });
    await expect.poll(() => seen, patience).toEqual(['orphan']);
  });

  test('is not confused with one whose job takes long', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const task = () => {
      begun.resolve();
      return end.promise;
    };
    await startTestJobs(database.ownerUrl, { tasks: { 'test.work': task } });
    await add({});
    await begun.promise;
    const holder = await lockedBy();
    await expect.poll(() => releaseDeadWorkers(database.owner, []), patience).toEqual([]);
    await releaseDeadWorkers(database.owner, [holder]);
    expect(await lockedBy()).toBe(holder);
    end.resolve();
    await expect.poll(waiting, patience).toBe(0);
  });
});
