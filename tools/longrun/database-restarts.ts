/**
 * Restarts PostgreSQL under load as `pg_ctl restart` does, fast and immediate in turn. Meanwhile clients
 * may receive 503 with `Retry-After` and no other error, and no request may hang; afterwards reads,
 * writes, emails and the hub work again without help, and no transaction is left open.
 */
import { SequentialClients } from '#tools/kit/clients.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { accepting } from '#tools/kit/servers.ts';
import { percentile } from '#tools/kit/statistics.ts';
import { connectMember, invite, mailSent, startScene } from './scene.ts';

const restarts = repetitions(2, 20);

/** Transactions of the app that are idle for over a second. */
const openTransactions = `select from pg_stat_activity where state like 'idle in transaction%'
  and state_change < clock_timestamp() - interval '1 second'`;

await using stack = new AsyncDisposableStack();
const { postgres, server, owner } = await startScene(stack, 'Restarts');
const { origin } = server;
const clients = new SequentialClients(origin, owner.headers, { count: 40 });
const isHeard = await connectMember(stack, origin, owner);
const recoveries: number[] = [];
const mails: number[] = [];

for (let done = 1; done <= restarts; done += 1) {
  await clients.servedAgain(5);
  await postgres.stop(done % 2 === 0 ? 'immediate' : 'fast');
  await accepting(postgres.settings.DATABASE_URL);
  const accepted = performance.now();
  await clients.servedAgain();
  recoveries.push(performance.now() - accepted);
  mails.push(await mailSent(postgres.pool, await invite(origin, owner.headers, `restart-${done}`)));
  if (!(await isHeard(`restart ${done}`))) fail(`restart ${done}: the hub is silent`);
  const { rowCount } = await postgres.pool.query(openTransactions);
  if (rowCount) fail(`restart ${done}: ${rowCount} transactions left open`);
}
const summary = await clients.stop();
for (const line of clients.wrong) fail(line);
const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(0)} ms`;
figure(
  'database-restarts',
  `${restarts} restarts, ${summary}; all 40 clients served ${ms(recoveries, 0.5)} (median), ` +
    `${ms(recoveries, 1)} at most, after the database accepts connections; an email sent within ` +
    `${ms(mails, 1)}`,
);
