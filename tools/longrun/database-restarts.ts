/**
 * Restarts PostgreSQL under load as `pg_ctl restart` does, fast and immediate in turn. Meanwhile clients
 * may receive 503 with `Retry-After` and no other error, and no request may hang; afterwards reads,
 * writes, emails and the hub work again without help, and no transaction is left open.
 *
 *   --restarts <n>   number of restarts (20)
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SequentialClients } from '#tools/kit/clients.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { figure } from '#tools/kit/seed.ts';
import { accepting, startDatabaseServer, startProduct } from '#tools/kit/servers.ts';
import { percentile } from '#tools/kit/statistics.ts';
import { connectMember } from './hub-client.ts';
import { invite, mailSent } from './invitations.ts';

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '20' } } });

/** Transactions of the app that are idle for over a second. */
const openTransactions = `select from pg_stat_activity where state like 'idle in transaction%'
  and state_change < clock_timestamp() - interval '1 second'`;

await using stack = new AsyncDisposableStack();
const { ownerUrl, folder, pool, stop } = await startDatabaseServer(stack);
const settings = { DATABASE_URL: ownerUrl, DATA_DIR: join(folder, 'app') };
const { origin } = await startProduct(stack, settings);
await pool.query('update subscription_products set max_users = 0');
const owner = await registerOrganization(origin, 'Restarts');
const clients = new SequentialClients(origin, owner.headers, { count: 40, pause: 0 });
const isHeard = await connectMember(stack, origin, owner);
const recoveries: number[] = [];
const mails: number[] = [];
const problems: string[] = [];

for (let done = 1; done <= Number(values.restarts); done += 1) {
  await clients.servedAgain(5);
  await stop(done % 2 === 0 ? 'immediate' : 'fast');
  await accepting(ownerUrl);
  const accepted = performance.now();
  await clients.servedAgain();
  recoveries.push(performance.now() - accepted);
  mails.push(await mailSent(pool, await invite(origin, owner.headers, `restart-${done}`)));
  if (!(await isHeard(`restart ${done}`))) problems.push(`restart ${done}: the hub is silent`);
  const { rowCount } = await pool.query(openTransactions);
  if (rowCount) problems.push(`restart ${done}: ${rowCount} transactions left open`);
}
const summary = await clients.stop();
const [median, most, mail] = [
  percentile(recoveries, 0.5),
  Math.max(...recoveries),
  Math.max(...mails),
].map((ms) => `${ms.toFixed(0)} ms`);
figure(
  'database-restarts',
  `${values.restarts} restarts, ${summary}; all 40 clients served ${median} (median), ${most} at ` +
    `most, after the database accepts connections; an email sent within ${mail}`,
);
problems.push(...clients.wrong);
for (const line of problems) console.error(`  ${line}`);
if (problems.length > 0) process.exitCode = 1;
