/**
 * Runs the product on a Citus of a coordinator, two workers and a node that joins later, with 10,000 organizations
 * (`npm run longrun -- cluster`; ten in a short run). Skipped unless `CITUS` names a PostgreSQL with Citus.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { measureBeside, type LoadRequest } from '#packages/bench/load.ts';
import { get, listPath, loadOn, mixedRequests, wholeListPath } from '#packages/bench/requests.ts';
import { spread } from '#packages/bench/statistics.ts';
import { installDependencies } from '#packages/dependencies.ts';
import { query } from '#tools/kit/databases.ts';
import { stop, type ServerProcess } from '#tools/kit/processes.ts';
import { figure } from '#tools/kit/seed.ts';
import { hasCitus } from './citus-nodes.ts';
import { ClusterLoad } from './test/cluster-load.ts';
import { backUpAndRestore, distribute, startCluster } from './test/cluster.ts';

type Filled = Awaited<ReturnType<typeof startCluster>>;

/** Measures the same requests on the cluster and on plain PostgreSQL, alternating; reports the ratio. */
async function compare({ measured, data }: Filled, cluster: ServerProcess, plain: ServerProcess) {
  const { headers, tenant } = measured;
  const api = '/api/Transaction';
  const paths = { list: listPath, create: `${api}/Create`, update: `${api}/Update` };
  const workloads: Record<string, LoadRequest | LoadRequest[]> = {
    list: get(listPath, headers),
    members: get(wholeListPath(tenant), headers),
    writes: mixedRequests(data, paths),
  };
  installDependencies('bench');
  const measure = measureBeside(process.pid);
  for (const [name, requests] of Object.entries(workloads)) {
    const rates = new Map([
      [cluster, [] as number[]],
      [plain, [] as number[]],
    ]);
    for (let round = 0; round <= 4; round += 1) {
      for (const [server, windows] of rates) {
        const { rps, failures } = await measure(loadOn(server)(name, requests), 2);
        expect(failures).toBe(0);
        if (round > 0) windows.push(rps);
      }
    }
    const [there = 0, here = 1] = [...rates.values()].map((windows) => spread(windows).median);
    figure(
      'cluster',
      `${name}: Citus ${(there / here).toFixed(2)} of plain PostgreSQL (${there.toFixed(0)}, ${here.toFixed(0)} requests/s)`,
    );
  }
}

/** Waits until Citus has done what it does in the background. */
const rebalanced = (url: string) => query(url, 'select citus_rebalance_wait()');

describe.skipIf(!hasCitus)('A Citus under load', () => {
  test('loses no confirmed write and mixes no tenants while shards move and a node dies (R-REL-01)', async () => {
    await using stack = new AsyncDisposableStack();
    const cluster = await startCluster(stack);
    const { worker, url, added, start, data } = cluster;
    const product = await start('pregao');
    const plain = await start('plain');
    await compare(cluster, product, plain);
    await stop(plain.child);

    const load = new ClusterLoad(product.origin, data);
    const { port } = new URL(added);
    await load.during('a node joins and shards move to it', async () => {
      await query(added, 'create extension citus');
      await query(url, `select citus_add_node('localhost', ${port})`);
      await distribute(url);
      await query(url, 'select citus_rebalance_start()');
      await rebalanced(url);
    });
    await load.during('the largest organization moves to the new node', async () => {
      const { tenant } = data.largest;
      await query(
        url,
        `select isolate_tenant_to_new_shard('tenants', '${tenant}', 'CASCADE', shard_transfer_mode => 'auto')`,
      );
      await query(
        url,
        `select citus_move_shard_placement(shardid, nodename, nodeport, 'localhost', ${port}, 'auto')
         from pg_dist_shard_placement
         where shardid = get_shard_id_for_distribution_column('tenants', '${tenant}'::uuid) and nodeport <> ${port}`,
      );
    });
    await load.during('a worker is killed, and back after two seconds', async () => {
      await worker?.kill();
      await sleep(2_000);
      await worker?.start();
    });
    await query(url, 'select recover_prepared_transactions()');
    expect(await load.finish(url)).toEqual([]);
    await stop(product.child);
    await backUpAndRestore(stack, url);
  }, 3_600_000);
});
