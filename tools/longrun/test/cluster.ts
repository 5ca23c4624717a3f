import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillDatabase } from '#tools/bench/data.ts';
import { root } from '#tools/files.ts';
import { startNode } from '#tools/kit/citus.ts';
import { joinNodes, query } from '#tools/kit/databases.ts';
import { registerOrganization } from '#tools/kit/organizations.ts';
import { stop } from '#tools/kit/processes.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { startProduct, temporaryFolder } from '#tools/kit/servers.ts';

const size = repetitions('small', 'full');
const ports = [7_300, 7_301, 7_302, 7_303];

/** Starts nodes, fills the database of the first and distributes it; a copy stays on that node. */
export async function startCluster(stack: AsyncDisposableStack) {
  const nodes = await Promise.all(ports.map((port) => startNode(stack, port)));
  const urls = nodes.map(({ url }) => url);
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

/** Runs `npm run distribute`; returns its last line. */
export async function distribute(url: string): Promise<string> {
  const script = join(root, 'src/server/distribute.ts');
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return stdout.trim().split('\n').at(-1) ?? '';
}
