/**
 * Restarts PostgreSQL under load as `pg_ctl restart` does, fast and immediate in turn. Meanwhile clients
 * may receive 503 with `Retry-After` and no other error, and no request may hang; afterwards reads,
 * writes, emails and the hub work again without help, and no transaction is left open.
 *
 *   --restarts <n>   number of restarts (20)
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure } from '#tools/kit/seed.ts';
import { Chat } from './faults/chat.ts';
import { openCluster } from './faults/cluster.ts';
import { Crowd } from './faults/crowd.ts';
import { openOrganization } from './faults/organizations.ts';
import { kill, startCalls } from './faults/servers.ts';
import { mailSent, openTransactions } from './faults/traces.ts';

const { values } = parseArgs({ options: { restarts: { type: 'string', default: '20' } } });
const restarts = Number(values.restarts);

const median = (times: number[]) =>
  (times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0).toFixed(0);
const worst = (times: number[]) => Math.max(...times).toFixed(0);

/** Restarts the database repeatedly; returns true when every check passed. */
async function prove(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const cluster = await openCluster(stack);
  const { ownerUrl, folder, pool } = cluster;
  const server = await startCalls({ ownerUrl, dataDir: join(folder, 'app') });
  stack.defer(() => kill(server));
  const { origin } = server;
  const owner = await openOrganization(origin, 'restarts');
  const crowd = new Crowd(origin, owner, { size: 40, pause: 0 });
  const chat = await Chat.open(origin, owner);
  stack.defer(() => chat.close());

  const recoveries: number[] = [];
  const mails: number[] = [];
  const left: string[] = [];

  for (let done = 0; done < restarts; done += 1) {
    await crowd.served(200);
    await cluster.stop(done % 2 === 0 ? 'fast' : 'immediate');
    await cluster.accepting();
    const accepted = performance.now();
    // Every client was served once more: none is stuck.
    await crowd.everybodyServed();
    recoveries.push(performance.now() - accepted);
    mails.push(await mailSent(pool, await crowd.invite(`restart-${done}`)));
    if (!(await chat.isHeard(`after restart ${done}`)))
      left.push(`restart ${done}: the hub is silent`);
    const open = await openTransactions(pool);
    if (open > 0) left.push(`restart ${done}: ${open} transactions left open`);
    console.log(`restart ${done + 1}: ${crowd.said}`);
  }
  await crowd.goHome();

  figure(
    'database-restarts',
    `${restarts} restarts, ${crowd.said}; after the database accepts all 40 are served within ` +
      `${median(recoveries)} ms (median), ${worst(recoveries)} ms at most; a mail sent within ${worst(mails)} ms, hub heard each time`,
  );
  for (const line of [...left, ...crowd.wrong]) console.error(`  ${line}`);
  return left.length + crowd.wrong.length === 0;
}

process.exit((await prove()) ? 0 : 1);
