import { createPool } from '#server/platform/database/driver/pools.ts';
import { startJobs } from '#server/platform/jobs/start-jobs.ts';

// Process that takes jobs and never finishes one; tests start and kill it.
const [, , connectionString] = process.argv;
const say = (_details: object, message: string) => void process.stderr.write(`${message}\n`);

await startJobs({
  pool: createPool({ connectionString }),
  tasks: {
    'test.work': () => {
      process.stdout.write('taken\n');
      return new Promise(() => undefined);
    },
  },
  logger: { debug: () => {}, info: say, warn: say, error: say },
});
