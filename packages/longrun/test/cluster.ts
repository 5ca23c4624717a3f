import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillDatabase } from '#packages/bench/data.ts';
import { startNode } from '#packages/longrun/citus-nodes.ts';
import { root } from '#tools/files.ts';
import { joinNodes, query } from '#tools/kit/databases.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { startProduct, temporaryFolder } from '#tools/kit/servers.ts';

const size = repetitions('small', 'full');
const ports = [7_300, 7_301, 7_302, 7_303];

/** Lets Citus split shards online, where PostgreSQL (15.20) must be told to trust its library. */
const allowSplits = async (node: string) => {
  const set = `alter system set output_plugin_libraries = 'pgoutput', 'citus'`;
  await query(node, set).catch(() => undefined);
  await query(node, 'select pg_reload_conf()');
};

/** Starts nodes, fills the database of the first and distributes it; a copy stays on that node. */
export async function startCluster(stack: AsyncDisposableStack) {
  const nodes = await Promise.all(ports.map((port) => startNode(stack, port)));
  const urls = nodes.map(({ url }) => url);
  for (const node of urls) await allowSplits(node);
  const [url = '', , , added = ''] = urls;
  const folder = temporaryFolder(stack, 'cluster');
  const start = (name: string) => {
    const DATABASE_URL = Object.assign(new URL(url), { pathname: name }).href;
    return startProduct(stack, { DATABASE_URL, DATA_DIR: join(folder, name) });
  };
  const first = await start('pregao');
  const measured = await registerOrganization(first.origin, 'Measured');
  await stop(first.child);
  const data = await fillDatabase(url, measured, size);
  await query(url.replace(/pregao$/, 'postgres'), 'create database plain template pregao');
  await joinNodes(urls.slice(0, 3));
  figure('cluster', `${size} data set: ${await distribute(url)}`);
  return { worker: nodes[1], url, added, start, measured, data };
}

/** Runs a script of the product with settings; returns its last line. */
async function runScript(script: string, settings: Record<string, string>, args: string[] = []) {
  const env = { ...process.env, ...settings };
  const command = [join(root, script), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Runs `npm run distribute`; returns its last line. */
export const distribute = (url: string) =>
  runScript('src/server/platform/database/cluster/main.ts', { DATABASE_URL: url });

/** Backs a cluster up and restores it into a new folder; both commands compare every row. */
export async function backUpAndRestore(stack: AsyncDisposableStack, url: string) {
  const folder = temporaryFolder(stack, 'cluster-backup');
  const file = join(folder, 'backup');
  const [source, place] = [
    { DATABASE_URL: url, DATA_DIR: folder },
    { DATA_DIR: join(folder, 'new') },
  ];
  const done = await runScript('src/backup/main.ts', source, ['backup', file]);
  figure('cluster', `backup: ${done}`);
  const restored = await runScript('src/backup/main.ts', place, ['restore', file]);
  figure('cluster', `restored on one PostgreSQL: ${restored}`);
}
