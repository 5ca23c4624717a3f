import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import type { Registration } from '#server/accounts/service/new-person.ts';
import { register } from '#server/accounts/service/register.ts';
import { readConfig } from '#server/config.ts';
import { vouch } from '#server/database/ids.ts';
import { openNews } from '#server/database/news.ts';
import { connectDatabase } from '#server/database/open.ts';
import { openStorage } from '#server/files/storage.ts';
import type { House } from '#server/house.ts';
import { createGateway } from '#server/payments/gateway.ts';
import { update } from './service/update.ts';
import { watched } from './test-steps.ts';

/** The work of a child process, and the gateway call after which it is killed. */
export interface Errand {
  ownerUrl: string;
  apiBase: string;
  secretKey: string;
  /** The process is killed after this gateway call, before its result is recorded; 0 for never. */
  dieAfter: number;
  register?: Registration;
  change?: { tenant: string; user: string; price: string; atPeriodEnd?: boolean };
}

const errand = JSON.parse(process.argv[2] ?? '{}') as Errand;
const { database, owner } = await connectDatabase(errand.ownerUrl, { mayLose: true });
const gateway = createGateway({ secretKey: errand.secretKey, apiBase: errand.apiBase });
const house: House = {
  config: readConfig({}),
  database,
  gateway: watched(gateway, {
    after(step) {
      if (step === errand.dieAfter) process.kill(process.pid, 'SIGKILL');
    },
  }),
  catalogueNews: openNews(owner, 'catalogue'),
  storage: openStorage({ bucket: null, dataDir: tmpdir() }),
  origin: () => 'http://pregao.test',
  mailIsLocal: true,
};
// Writes the compile cache now: a killed process would lose it.
flushCompileCache();
process.stdout.write('begun\n');

if (errand.register) {
  await register(house, errand.register, { locale: 'en-US', userAgent: '' });
}
if (errand.change) {
  const id = vouch.tenant(errand.change.tenant);
  const user = vouch.user(errand.change.user);
  await update(
    house,
    {
      tenant: {
        id,
        run: (work) => database.tenant(id, work),
        read: async ({ queries, answer }) => answer(await database.tenantRead(id, ...queries)),
        write: async ({ queries, answer }) => answer(await database.tenantWrite(id, ...queries)),
      },
      membership: { role: 0, tier: 0, readOnly: false },
      session: { id: '', token: '', user, userType: 1, impersonator: null },
    },
    {
      subscriptionPriceId: errand.change.price,
      atPeriodEnd: errand.change.atPeriodEnd ?? null,
    },
  );
}
process.kill(process.pid, 'SIGKILL');
