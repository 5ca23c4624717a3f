import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { readConfig } from '#server/config.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { openCacheInvalidation } from '#server/platform/database/cache-invalidation.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import { createEncryption } from '#server/platform/encryption.ts';
import { openStorage } from '#server/platform/files/storage.ts';
import { createStripeClient } from '#server/platform/stripe/client.ts';
import { type CrashTask, performTask } from './crash-task.ts';
import { observeCalls } from './observed-client.ts';

/** The work of a child process, and the call of the Stripe client after which it is killed. */
export type KilledProcess = {
  ownerUrl: string;
  apiBase: string;
  secretKey: string;
  /** The process is killed after this call of the Stripe client, before its result is recorded; 0 for never. */
  killAfterCall: number;
} & CrashTask;

const task = JSON.parse(process.argv[2] ?? '{}') as KilledProcess;
const { database, owner } = await connectDatabase(task.ownerUrl, { allowDataLoss: true });
const stripe = createStripeClient({ secretKey: task.secretKey, apiBase: task.apiBase });
const context: AppContext = {
  config: readConfig({}),
  database,
  stripe: observeCalls(stripe, {
    after(step) {
      if (step === task.killAfterCall) process.kill(process.pid, 'SIGKILL');
    },
  }),
  pageInvalidation: openCacheInvalidation(owner, 'pages'),
  storage: openStorage({ bucket: null, dataDir: tmpdir() }),
  encryption: createEncryption({ encryptionKey: null, dataDir: tmpdir() }),
  lookupTxt: async () => [],
  origin: () => 'http://pregao.test',
  linkKey: Buffer.alloc(32),
  hasLocalMailbox: true,
};
// Writes the compile cache now: a killed process would lose it.
flushCompileCache();
process.stdout.write('begun\n');

await performTask(context, task);
process.stdout.write('completed\n');
process.kill(process.pid, 'SIGKILL');
