import { onTestFinished } from 'vitest';
import { createPool } from '#server/database/driver/pools.ts';
import { startJobs, type JobsOptions } from '#server/jobs/start-jobs.ts';

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Works on a queue like a separate process until the test ends. */
export async function startTestJobs(ownerUrl: string, options: Partial<JobsOptions>) {
  const pool = createPool({ connectionString: ownerUrl });
  const intervals = { pollInterval: 50, livenessInterval: 50 };
  const jobs = await startJobs({ pool, tasks: {}, logger: silentLogger, ...intervals, ...options });
  onTestFinished(async () => {
    await jobs.stop();
    await pool.end();
  });
  return jobs;
}
