import { expect, onTestFinished } from 'vitest';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { startJobs, type JobsOptions } from '#server/platform/jobs/start-jobs.ts';
import type { TestApplication } from '#server/test/application.ts';

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Works on a queue like a separate process until the test ends. */
export async function startTestJobs(ownerUrl: string, options: Partial<JobsOptions>) {
  const pool = createPool({ connectionString: ownerUrl });
  const intervals = { pollInterval: 50, livenessInterval: 50, restartDelay: 20 };
  const jobs = await startJobs({ pool, tasks: {}, logger: silentLogger, ...intervals, ...options });
  onTestFinished(async () => {
    await jobs.stop();
    await pool.end();
  });
  return jobs;
}

/** Waits until the jobs that were queued before have ended; a worker counts an attempt when it begins it. */
export const jobsDone = async ({ open }: Pick<TestApplication, 'open'>) => {
  const left = 'select from graphile_worker.jobs where attempts = 0 or locked_at is not null';
  await expect.poll(async () => (await open.owner.query(left)).rowCount).toBe(0);
};
