/**
 * Stops processes with SIGTERM while 500 requests are in flight, most of which take seconds: none may
 * fail. First two processes behind a proxy, one after the other as in a deployment, with emails that
 * must be sent once each and hub members who must reconnect; then a single process.
 *
 *   --restarts <n>   stops of each kind (20)
 *   --requests <n>   requests in flight (500)
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure } from '#tools/kit/seed.ts';
import { run } from '#tools/run.ts';
import { openCluster } from './faults/cluster.ts';
import { deploy } from './faults/deploy.ts';
import { openOrganization } from './faults/organizations.ts';
import { kill, startCalls } from './faults/servers.ts';
import { stopAlone } from './faults/stop-alone.ts';

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    requests: { type: 'string', default: '500' },
  },
});
const [restarts, requests] = [Number(values.restarts), Number(values.requests)];

async function prove(): Promise<boolean> {
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
  await using stack = new AsyncDisposableStack();
  const cluster = await openCluster(stack);
  const { ownerUrl, folder } = cluster;
  const place = { ownerUrl, dataDir: join(folder, 'app') };
  // With the local mailbox, the reply to a registration contains its token.
  const first = await startCalls(place);
  const owner = await openOrganization(first.origin, 'graceful');
  await kill(first);
  const given = { cluster, place, owner, restarts, requests };
  const rolling = await deploy(stack, given);
  figure('graceful', `${restarts} rolling restarts of two processes: ${rolling.said}`);
  const alone = await stopAlone(given);
  figure('graceful', `${restarts} stops of one process: ${alone.said}`);
  for (const line of [...rolling.wrong, ...alone.wrong]) console.error(`  ${line}`);
  return rolling.wrong.length + alone.wrong.length === 0;
}

process.exit((await prove()) ? 0 : 1);
