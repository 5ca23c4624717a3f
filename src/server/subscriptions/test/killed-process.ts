import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { RegistrationInput } from '#server/accounts/service/new-account.ts';
import { registerAccount } from '#server/accounts/service/register.ts';
import type { AppContext } from '#server/app-context.ts';
import { readConfig } from '#server/config.ts';
import { openCacheInvalidation } from '#server/database/cache-invalidation.ts';
import { trusted } from '#server/database/isolation/ids.ts';
import { connectDatabase } from '#server/database/open.ts';
import { createEncryption } from '#server/encryption.ts';
import { openStorage } from '#server/files/storage.ts';
import { createStripeClient } from '#server/payments/stripe/client.ts';
import { update } from '#server/subscriptions/service/update.ts';
import { observeCalls } from './observed-client.ts';

/** The work of a child process, and the call of the Stripe client after which it is killed. */
export interface CrashTask {
  ownerUrl: string;
  apiBase: string;
  secretKey: string;
  /** The process is killed after this call of the Stripe client, before its result is recorded; 0 for never. */
  killAfterCall: number;
  register?: RegistrationInput;
  change?: { tenant: string; user: string; price: string; atPeriodEnd?: boolean };
}

const task = JSON.parse(process.argv[2] ?? '{}') as CrashTask;
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

if (task.register) {
  await registerAccount(context, task.register, { locale: 'en-US', userAgent: '' });
}
if (task.change) {
  const id = trusted.tenantId(task.change.tenant);
  const user = trusted.userId(task.change.user);
  await update(
    context,
    {
      tenant: {
        id,
        run: (work) => database.tenant(id, work),
        read: async (query) => (await database.tenantRead(id, query))[0],
        write: async (query) => (await database.tenantWrite(id, query))[0],
      },
      membership: { role: 0, tier: 0, readOnly: false, suspended: false },
      session: {
        id: '',
        token: '',
        user,
        userType: 1,
        address: null,
        impersonator: null,
        operatorRole: null,
        isRecent: true,
        hasFactor: false,
        key: null,
        writes: false,
      },
    },
    {
      subscriptionPriceId: task.change.price,
      atPeriodEnd: task.change.atPeriodEnd ?? null,
    },
  );
}
process.kill(process.pid, 'SIGKILL');
